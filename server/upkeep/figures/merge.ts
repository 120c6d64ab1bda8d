import { type FigureSeries, figureSeries } from '#contract/figures.ts'
import { answerBounds } from '../../platform/http/watch.ts'
import type { Minute } from './take.ts'

/** A minute of a process as it was kept; an older or newer version may have told less or more. */
export interface Kept {
  minute: Date
  figures: Partial<Minute>
}

/** When the first step begins (ms), how long one is (minutes), and how many there are. */
export interface Steps {
  from: number
  minutes: number
  count: number
}

/** All minutes of all processes, drawn together: a value a step for each series. */
export function merge(kept: readonly Kept[], { from, minutes, count }: Steps) {
  const steps = Map.groupBy(kept, ({ minute }) => Math.floor((minute.getTime() - from) / 60_000 / minutes))
  const points = {} as Record<FigureSeries, (number | null)[]>
  const merged = Array.from({ length: count }, (_, nth) => stepOf(steps.get(nth) ?? []))
  for (const name of Object.keys(figureSeries) as FigureSeries[])
    points[name] = merged.map((step) => rounded(step?.[name] ?? null))
  return points
}

/** Counts are added up; what stands in the database is the same from all; of the rest the most in any of its minutes counts. */
function stepOf(rows: readonly Kept[]): Record<FigureSeries, number | null> | null {
  if (rows.length === 0) return null
  const byMinute = [...Map.groupBy(rows, ({ minute }) => minute.getTime()).values()]
  const seconds = byMinute.length * 60
  const total = (name: Part) => addedUp(rows, name)
  const most = (name: Part) => Math.max(...byMinute.map((some) => addedUp(some, name)))
  const highest = (name: Part) => Math.max(...rows.map(({ figures }) => figures[name] ?? 0))
  const made = total('encoding_seconds')
  const answered = addedLists(rows.map(({ figures }) => figures.answered ?? []))
  return {
    requests: total('requests') / seconds,
    failed: total('failed') / byMinute.length,
    p50: quantile(0.5, answered),
    p95: quantile(0.95, answered),
    films_waiting: highest('films_waiting'),
    jobs_waiting: highest('jobs_waiting'),
    oldest: highest('oldest'),
    speed: made > 0 ? total('film_seconds') / made : null,
    listeners: most('listeners'),
    uploads: most('uploads'),
    upload_rate: total('upload_bytes') / seconds,
    storage_errors: total('storage_errors') / byMinute.length,
    connections: most('connections'),
    waiting_connections: most('waiting_connections'),
    cores: total('cpu_seconds') / seconds,
    memory: most('memory'),
    delay: highest('delay'),
  }
}

type Part = Exclude<keyof Minute, 'answered'>

function addedUp(rows: readonly Kept[], name: Part): number {
  return rows.reduce((sum, { figures }) => sum + (figures[name] ?? 0), 0)
}

function addedLists(lists: readonly number[][]): number[] {
  return [...answerBounds, Infinity].map((_, nth) => lists.reduce((sum, list) => sum + (list[nth] ?? 0), 0))
}

/** As Prometheus estimates it: evenly spread between two bounds, and nothing beyond the last one. */
export function quantile(part: number, within: readonly number[]): number | null {
  const all = within.at(-1) ?? 0
  if (all === 0) return null
  const rank = part * all
  const nth = within.findIndex((count) => count >= rank)
  const [below, above] = [answerBounds[nth - 1] ?? 0, answerBounds[nth]]
  if (above === undefined) return below
  const before = within[nth - 1] ?? 0
  return below + ((above - below) * (rank - before)) / (within[nth]! - before)
}

/** Four digits say all that a chart shows. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}

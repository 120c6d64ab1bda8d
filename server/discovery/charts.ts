import type { ChartCategory, getChart, Period, Place } from '#contract/charts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { charts as figures } from '#contract/limits.ts'
import { cards, present } from '../content/cards.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'
import { ofAllTime, type Ranking, within } from './points.ts'

interface Counted {
  at: Date
  now: Ranking
  before: Ranking
}

/**
 * The chart of a period, and where each item stood in the period before. Counted at most once a minute; what has been
 * hidden since, or is hidden from the viewer, is left out at once.
 */
export async function chart(
  viewer: Viewer,
  period: Period,
  category: ChartCategory | undefined,
): Promise<AnswerOf<typeof getChart>> {
  const { at, now, before } = await counted(period, category)
  const ids = now.map(({ id }) => id)
  const rows = ids.length ? await cards(listedItems(viewer)).where('content.id', 'in', ids).execute() : []
  const shown = new Map(rows.map((row) => [row.id, present(viewer, row)]))
  const past = new Map(before.map(({ id }, place) => [id, place + 1]))
  const places: Place[] = now
    .filter(({ id }) => shown.has(id))
    .map(({ id, points }, place) => ({
      rank: place + 1,
      before: past.get(id) ?? null,
      points,
      item: shown.get(id)!,
    }))
  return { period, counted_at: at.toISOString(), places }
}

interface Kept {
  /** When it was counted, and when counting it anew was last begun. */
  made: number
  begun: number
  counted: Promise<Counted>
}
const kept = new Map<string, Kept>()

/** A million likes take seconds to count: a chart of the last minutes is shown while the next one is made. */
function counted(period: Period, category: ChartCategory | undefined): Promise<Counted> {
  const key = `${period} ${category ?? ''}`
  const known = kept.get(key)
  const now = Date.now()
  if (known && now - known.begun < figures.kept) return known.counted
  const fresh: Kept = { made: now, begun: now, counted: count(period, category) }
  if (!known || now - known.made > figures.stale) {
    kept.set(key, fresh)
    fresh.counted.catch(() => kept.delete(key))
    void forgetIfEmpty(key, fresh)
    return fresh.counted
  }
  known.begun = now
  fresh.counted.then(
    () => kept.set(key, fresh),
    () => {}, // tried again in a minute; after ten it is waited for, and fails aloud
  )
  return known.counted
}

/** An empty one is soon counted, and the first like of a new site shows at once. */
async function forgetIfEmpty(key: string, { counted: counting }: Kept): Promise<void> {
  const result = await counting.catch(() => null)
  if (result?.now.length === 0) kept.delete(key)
}

const day = 24 * 3600_000
const lasts = { today: day, week: 7 * day }

async function count(period: Period, category: ChartCategory | undefined): Promise<Counted> {
  const at = new Date()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  if (period === 'all') return { at, ...(await ofAllTime(category, ago(7 * day))) }
  const lasting = lasts[period]
  const [now, before] = await Promise.all([
    within(category, ago(lasting), at),
    within(category, ago(2 * lasting), ago(lasting)),
  ])
  return { at, now, before }
}

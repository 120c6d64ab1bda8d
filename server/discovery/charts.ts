import { sql } from 'kysely'
import type { ChartCategory, getChart, Period, Place } from '#contract/charts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { charts as figures } from '#contract/limits.ts'
import { cards, present } from '../content/cards.ts'
import { db } from '../platform/db/db.ts'
import { type Viewer, anonymous } from '../platform/http/viewer.ts'
import { amongListed, listedItems } from '../safety/items.ts'
import { belongs } from './categories.ts'

/** Ids and points in order. */
type Ranking = { id: string; points: number }[]

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
  const [now, before] = await Promise.all(
    period === 'all'
      ? [ranking(category, new Date(0), at), ranking(category, new Date(0), ago(7 * day))]
      : [
          ranking(category, ago(lasts[period]), at),
          ranking(category, ago(2 * lasts[period]), ago(lasts[period])),
        ],
  )
  return { at, now, before }
}

/**
 * One point for every like and two for every person who commented, given after `from` and until `to`, the creator's own
 * left out. A creator's best item has their one place; of equal points the newer item is ahead. The sentence on the page
 * (web/words/charts.ts) says the same.
 */
async function ranking(category: ChartCategory | undefined, from: Date, to: Date): Promise<Ranking> {
  const { rows } = await sql<{ id: string; points: number }>`
    with voices as (
      select content_id, user_id, ${figures.like}::int as points from likes where created_at > ${from} and created_at <= ${to}
      union all
      select distinct content_id, user_id, ${figures.commenter}::int from comments
      where moderation = 'approved' and created_at > ${from} and created_at <= ${to}
    ), scores as (
      select content.id, content.user_id, content.created_at, sum(voices.points)::int as points
      from voices join (${amongListed(anonymous)}) on content.id = voices.content_id and content.user_id <> voices.user_id
      where ${category ? belongs(category) : sql`true`}
      group by content.id
    ), best as (
      select distinct on (user_id) id, points, created_at from scores order by user_id, points desc, created_at desc, id desc
    )
    select id, points from best order by points desc, created_at desc, id desc limit ${figures.places}`.execute(
    db,
  )
  return rows
}

import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { viewCountingRules } from '#contract/limits.ts'
import { db, type Tx } from '#server/platform/db/db.ts'
import { toUtcDay } from './utc-days.ts'

export interface RecentView {
  contentId: string
  /**
   * The account, or the network and browser of an anonymous viewer. Only a keyed hash of this value is
   * stored.
   */
  viewer: string
  at: Date
}

export interface RecentViewResult {
  /** False if any process has counted the same viewer and video within the cooldown. */
  isCounted: boolean
  /** Whether this is the viewer's first counted view of the video on this day (UTC). */
  isFirstOfDay: boolean
}

const cooldownMs = viewCountingRules.cooldownMinutes * 60_000

/**
 * Recognizes repeated views across all processes, in the transaction that counts the views. Each view is
 * stored as a keyed hash of the video and the viewer. The random key is valid for one day and then deleted.
 */
export async function recordRecentViews(tx: Tx, views: RecentView[]): Promise<RecentViewResult[]> {
  const keys = await loadHashKeys(tx, views)
  const hash = (day: string, { contentId, viewer }: RecentView) =>
    createHmac('sha256', keys.get(day)!).update(`${contentId} ${viewer}`).digest().subarray(0, 16)
  const marked = views.map((view) => {
    const [today, before] = [toUtcDay(view.at), toUtcDay(new Date(view.at.getTime() - cooldownMs))]
    // Just after midnight, the viewer's previous view may be stored with the key of the day before.
    const previous = before !== today && keys.has(before) ? hash(before, view) : null
    return { ...view, day: today, hash: hash(today, view), previous }
  })
  const rows = [...new Map(marked.map((one) => [one.hash.toString('hex'), one])).values()]
  const results = await insertMarks(tx, rows)
  // If the same viewer has several concurrent views of a video, only the first one counts.
  return marked.map((one) => {
    const name = one.hash.toString('hex')
    const isFirstOfDay = results.get(name)
    results.delete(name)
    return { isCounted: isFirstOfDay !== undefined, isFirstOfDay: isFirstOfDay ?? false }
  })
}

interface Mark {
  day: string
  hash: Buffer
  previous: Buffer | null
  at: Date
}

/**
 * Returns the hashes of the views that count, and for each hash whether the view is the viewer's first of the
 * day.
 */
async function insertMarks(tx: Tx, marks: Mark[]): Promise<Map<string, boolean>> {
  const cooldown = sql`make_interval(mins => ${viewCountingRules.cooldownMinutes})`
  // The rows are ordered to avoid deadlocks between processes. The system column `xmax` is 0 in new rows.
  const { rows } = await sql<{ hash: Buffer; is_new: boolean }>`
    insert into recent_views as known (hash, day, viewed_at)
    select told.hash, told.day, told.at
    from unnest(${marks.map((one) => one.hash)}::bytea[], ${marks.map((one) => one.previous)}::bytea[],
      ${marks.map((one) => one.day)}::date[], ${marks.map((one) => one.at)}::timestamptz[])
      as told (hash, previous, day, at)
    where coalesce((select viewed_at from recent_views where hash = told.previous), '-infinity')
      <= told.at - ${cooldown}
    order by told.hash
    on conflict (hash) do update set viewed_at = excluded.viewed_at
      where known.viewed_at <= excluded.viewed_at - ${cooldown}
    returning known.hash, (known.xmax = 0) as is_new`.execute(tx)
  return new Map(rows.map(({ hash, is_new }) => [hash.toString('hex'), is_new]))
}

/**
 * Loads the hash keys for the days on which these views happened, and creates missing keys. The keys are not
 * cached, because PostgreSQL empties unlogged tables after a crash.
 */
async function loadHashKeys(tx: Tx, views: RecentView[]): Promise<Map<string, Buffer>> {
  const days = [...new Set(views.map(({ at }) => toUtcDay(at)))]
  const before = views.map(({ at }) => toUtcDay(new Date(at.getTime() - cooldownMs)))
  const known = await selectHashKeys(tx, [...days, ...before])
  if (days.every((day) => known.has(day))) return known
  await sql`insert into view_hash_keys (day, key)
    select * from unnest(${days}::date[], ${days.map(() => randomBytes(32))}::bytea[])
    on conflict (day) do nothing`.execute(tx)
  return selectHashKeys(tx, [...days, ...before])
}

async function selectHashKeys(tx: Tx, days: string[]): Promise<Map<string, Buffer>> {
  const rows = await tx
    .selectFrom('view_hash_keys')
    .selectAll()
    .where('day', 'in', [...new Set(days)])
    .execute()
  return new Map(rows.map(({ day, key }) => [day, key]))
}

/**
 * Deletes the hashes and the hash keys of days that ended longer ago than the cooldown, because no new view
 * can repeat a view from those days. Also deletes the nonces of expired view tokens.
 */
export async function deleteOldRecentViews(now = new Date()): Promise<void> {
  const first = toUtcDay(new Date(now.getTime() - cooldownMs))
  await db.deleteFrom('view_hash_keys').where('day', '<', first).execute()
  await db.deleteFrom('recent_views').where('day', '<', first).execute()
  await db.deleteFrom('spent_view_tokens').where('expires_at', '<', now).execute()
}

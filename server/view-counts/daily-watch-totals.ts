import { sql } from 'kysely'
import type { ViewSource } from '#contract/engagement/views.ts'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { transaction, type Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { getViewCountWriteGroup } from './daily-view-counts.ts'
import { toUtcDay } from './utc-days.ts'
import { type ViewTokenPayload, getViewTokenExpiry } from './view-tokens.ts'

export interface WatchSummaryUpdate {
  view: ViewTokenPayload
  nonce: Buffer
  /** The playback time of the whole view so far. */
  seconds: number
  /**
   * One bit for each hundredth of the video. A bit is set if this part was played and no earlier summary of
   * the same view has counted the part.
   */
  hundredths: number[]
  source: ViewSource
}

/**
 * Adds a summary to the totals of the day on which the view happened. Resolves to false if any process has
 * already used the summary's token. Resolves when the summary has been committed to the database.
 */
export function addToDailyWatchTotals(summary: WatchSummaryUpdate): Promise<boolean> {
  return writeSummariesCoalesced(getViewCountWriteGroup(summary.view.contentId), summary)
}

const writeSummariesCoalesced = coalesceWrites((_, summaries: WatchSummaryUpdate[]): Promise<boolean[]> =>
  transaction(async (tx) => {
    const isNew = await spendTokens(tx, summaries)
    const added = summaries.filter((_summary, at) => isNew[at]!)
    if (added.length > 0) {
      await insertSums(tx, sumByVideo(added))
      await insertSources(tx, sumBySource(added))
    }
    return isNew
  }),
)

/** Marks the tokens as used. For each token, returns whether it was unused. */
async function spendTokens(tx: Tx, summaries: WatchSummaryUpdate[]): Promise<boolean[]> {
  const { rows } = await sql<{ nonce: Buffer }>`insert into spent_view_tokens (nonce, expires_at)
    select distinct on (nonce) nonce, expires_at
    from unnest(${summaries.map(({ nonce }) => nonce)}::bytea[],
      ${summaries.map(({ view }) => getViewTokenExpiry(view.viewedAt))}::timestamptz[]) as told (nonce, expires_at)
    order by nonce on conflict (nonce) do nothing returning nonce`.execute(tx)
  const unused = new Set(rows.map(({ nonce }) => nonce.toString('hex')))
  return summaries.map(({ nonce }) => unused.delete(nonce.toString('hex')))
}

interface VideoSum {
  contentId: string
  day: string
  summaries: number
  viewers: number
  seconds: number
  hundredths: number[]
}

function sumByVideo(all: WatchSummaryUpdate[]): VideoSum[] {
  const sums = new Map<string, VideoSum>()
  for (const { view, seconds, hundredths } of all) {
    const day = toUtcDay(new Date(view.viewedAt))
    const sum = sums.get(`${view.contentId} ${day}`) ?? {
      contentId: view.contentId,
      day,
      summaries: 0,
      viewers: 0,
      seconds: 0,
      hundredths: Array.from({ length: analyticsLimits.retentionPoints }, () => 0),
    }
    sums.set(`${view.contentId} ${day}`, sum)
    sum.summaries += view.played === null ? 1 : 0
    sum.viewers += addsViewer(view) ? 1 : 0
    sum.seconds += seconds - view.seconds
    for (let at = 0; at < hundredths.length; at += 1) sum.hundredths[at]! += hundredths[at]!
  }
  return [...sums.values()]
}

/** Returns whether a summary of this view adds to the number of distinct viewers of the day. */
function addsViewer(view: ViewTokenPayload): boolean {
  return view.isFirstOfDay && view.played === null
}

async function insertSums(tx: Tx, sums: VideoSum[]): Promise<void> {
  // The rows are ordered to avoid deadlocks between processes. Nested arrays are passed as text.
  await sql`insert into daily_video_analytics as known
      (content_id, day, summaries, viewers, watch_seconds, retention)
    select told.content_id, told.day, told.summaries, told.viewers, told.seconds, told.hundredths::int[]
    from unnest(${sums.map(({ contentId }) => contentId)}::uuid[], ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ summaries }) => summaries)}::int[], ${sums.map(({ viewers }) => viewers)}::int[],
      ${sums.map(({ seconds }) => seconds)}::bigint[],
      ${sums.map(({ hundredths }) => `{${hundredths.join(',')}}`)}::text[])
      as told (content_id, day, summaries, viewers, seconds, hundredths)
    where told.content_id in (${selectItemsWithoutAccessCheck().select('content.id')})
    order by told.content_id, told.day
    on conflict (content_id, day) do update set summaries = known.summaries + excluded.summaries,
      viewers = known.viewers + excluded.viewers, watch_seconds = known.watch_seconds + excluded.watch_seconds,
      retention = (select array_agg(had + more order by at)
        from unnest(known.retention, excluded.retention) with ordinality as hundredth (had, more, at))
    where known.released_on is null`.execute(tx)
}

interface SourceSum {
  contentId: string
  day: string
  source: ViewSource
  viewers: number
}

function sumBySource(all: WatchSummaryUpdate[]): SourceSum[] {
  const sums = new Map<string, SourceSum>()
  for (const { view, source } of all) {
    if (!addsViewer(view)) continue
    const day = toUtcDay(new Date(view.viewedAt))
    const name = `${view.contentId} ${day} ${source}`
    const sum = sums.get(name) ?? { contentId: view.contentId, day, source, viewers: 0 }
    sums.set(name, { ...sum, viewers: sum.viewers + 1 })
  }
  return [...sums.values()]
}

async function insertSources(tx: Tx, sums: SourceSum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`insert into daily_view_sources as known (content_id, day, source, viewers)
    select told.* from unnest(${sums.map(({ contentId }) => contentId)}::uuid[],
      ${sums.map(({ day }) => day)}::date[], ${sums.map(({ source }) => source)}::text[],
      ${sums.map(({ viewers }) => viewers)}::int[]) as told (content_id, day, source, viewers)
    where told.content_id in (${selectItemsWithoutAccessCheck().select('content.id')})
    order by told.content_id, told.day, told.source
    on conflict (content_id, day, source) do update set viewers = known.viewers + excluded.viewers
    where known.released_on is null`.execute(tx)
}

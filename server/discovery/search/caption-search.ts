import { type RawBuilder, sql } from 'kysely'
import { searchLimits } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listedItemsSql } from '#server/access-policy/content-queries.ts'
import {
  buildCaptionSearchQuery,
  matchesCaptionQuery,
  type CaptionSearchQuery,
} from './caption-search-query.ts'
import { buildVideoSearchFilter, type SearchQuery } from './video-search.ts'

/**
 * The videos in which someone says the words of the query, with the best match first. `query` finds their
 * sentences.
 */
export interface CaptionSearchMatches {
  ids: string[]
  /** Whether there are more matching sentences than the search ranks. */
  isCapped: boolean
  query: CaptionSearchQuery | null
}

interface Row {
  id: string | null
  created_at: Date
  likes_count: number
  closeness: number
  picked: number
}

/**
 * Finds videos with a caption sentence that contains the words of the query. Like the title search, this
 * function selects the newest matching sentences and then checks which of their videos the viewer may find.
 */
export async function findVideosByCaptions(
  tx: Tx,
  viewer: Viewer,
  { q, sort, ...filters }: SearchQuery,
): Promise<CaptionSearchMatches> {
  const query = await buildCaptionSearchQuery(tx, q)
  if (!query) return { ids: [], isCapped: false, query }
  const filter = await buildVideoSearchFilter(tx, filters)
  const { rows, isCapped } = await selectVideosByCaptions(tx, viewer, query, {
    filter,
    wanted: searchLimits.page,
  })
  const byRank = rows.toSorted((a, b) => rankOf(b, sort) - rankOf(a, sort))
  return { ids: byRank.map(({ id }) => id!), isCapped, query }
}

function rankOf({ created_at, likes_count, closeness }: Row, sort: SearchQuery['sort']): number {
  if (sort === 'newest') return created_at.getTime()
  if (sort === 'likes') return likes_count
  return closeness + 0.05 * Math.log(1 + likes_count)
}

/** The function reads more sentences only if it has found fewer than `wanted` videos. */
export async function selectVideosByCaptions(
  tx: Tx,
  viewer: Viewer,
  query: CaptionSearchQuery,
  { filter, wanted }: { filter: RawBuilder<boolean>; wanted: number },
): Promise<{ rows: Row[]; isCapped: boolean }> {
  const { spokenCandidates: ranked } = searchLimits
  for (let pick: number = ranked; ; pick *= 8) {
    const all = await selectNewestSpokenVideos(tx, viewer, query, { filter, pick })
    const rows = all.filter(({ id }) => id !== null)
    const isComplete = all[0]!.picked < pick
    if (isComplete || rows.length >= wanted || pick > ranked) return { rows, isCapped: !isComplete }
  }
}

async function selectNewestSpokenVideos(
  tx: Tx,
  viewer: Viewer,
  query: CaptionSearchQuery,
  { filter, pick }: { filter: RawBuilder<boolean>; pick: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with said as materialized (
      select caption_id, search from caption_passages passage where ${matchesCaptionQuery(query)} order by id desc limit ${pick}
    ),
    video as materialized (
      select captions.content_id, max(ts_rank_cd(said.search, ${query.any}::tsquery)) as closeness
      from said join captions on captions.id = said.caption_id group by captions.content_id
    ),
    seen as (
      select content.id, content.created_at, content.likes_count, video.closeness
      from video join (${listedItemsSql(viewer)}) on content.id = video.content_id where ${filter}
    )
    select picked, seen.* from (select count(*)::int as picked from said) counted left join seen on true`.execute(
    tx,
  )
  return rows
}

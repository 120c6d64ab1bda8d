import { type RawBuilder, sql } from 'kysely'
import { searchLimits } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listedItemsSql } from '#server/access-policy/content-queries.ts'
import { buildCaptionSearchQuery, type CaptionSearchQuery } from './caption-search-query.ts'
import { type CaptionMatch, createCaptionMatchCursor } from './caption-windows.ts'
import type { SearchQuery } from './video-search.ts'
import { buildVideoSearchFilter } from './video-search-filter.ts'

/** The videos in which someone says the words of the query, with the best match first. */
export interface CaptionSearchMatches {
  videos: SpokenVideo[]
  /** Whether there are more matching sentences than the search ranks. */
  isCapped: boolean
  query: CaptionSearchQuery | null
}

export interface SpokenVideo {
  id: string
  created_at: Date
  likes_count: number
  closeness: number
  /** The id of the best-matching sentence in `caption_passages`. */
  passage_id: number
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
  if (!query) return { videos: [], isCapped: false, query }
  const filter = await buildVideoSearchFilter(tx, filters)
  const { videos, isCapped } = await selectVideosByCaptions(tx, viewer, query, {
    filter,
    wanted: searchLimits.page,
    candidates: ranked,
  })
  return { videos: videos.toSorted((a, b) => rankOf(b, sort) - rankOf(a, sort)), isCapped, query }
}

function rankOf({ created_at, likes_count, closeness }: SpokenVideo, sort: SearchQuery['sort']): number {
  if (sort === 'newest') return created_at.getTime()
  if (sort === 'likes') return likes_count
  return closeness + 0.05 * Math.log(1 + likes_count)
}

interface CaptionSelection {
  filter: RawBuilder<boolean>
  /** The number of videos below which more sentences are read. */
  wanted: number
  /** The number of sentences to read first. */
  candidates: number
}

const { spokenCandidates: ranked } = searchLimits

/**
 * Selects the videos of the newest matching sentences that the viewer may find. If there are too few such videos,
 * more sentences are read, at most 8000.
 */
export async function selectVideosByCaptions(
  tx: Tx,
  viewer: Viewer,
  query: CaptionSearchQuery,
  { filter, wanted, candidates }: CaptionSelection,
): Promise<{ videos: SpokenVideo[]; isCapped: boolean }> {
  const cursor = createCaptionMatchCursor(tx, query)
  const found = new Map<string, SpokenVideo>()
  let read = 0
  for (const total of new Set([candidates, ranked, 8 * ranked])) {
    const matches = await cursor.read(total - read)
    read = total
    for (const video of await selectVideosOfMatches(tx, viewer, matches, filter)) {
      const known = found.get(video.id)
      if (!known || video.closeness > known.closeness) found.set(video.id, video)
    }
    if (cursor.isComplete() || found.size >= wanted) break
  }
  return { videos: [...found.values()], isCapped: !cursor.isComplete() }
}

async function selectVideosOfMatches(
  tx: Tx,
  viewer: Viewer,
  matches: readonly CaptionMatch[],
  filter: RawBuilder<boolean>,
): Promise<SpokenVideo[]> {
  if (matches.length === 0) return []
  const { rows } = await sql<SpokenVideo>`
    select distinct on (content.id) content.id, content.created_at, content.likes_count, said.closeness, said.passage_id
    from unnest(${matches.map((one) => one.caption_id)}::uuid[], ${matches.map((one) => one.passage_id)}::bigint[],
        ${matches.map((one) => one.closeness)}::float4[]) as said (caption_id, passage_id, closeness)
      join captions on captions.id = said.caption_id
      join (${listedItemsSql(viewer)}) on content.id = captions.content_id
    where ${filter}
    order by content.id, said.closeness desc, captions.is_default desc, said.passage_id`.execute(tx)
  return rows
}

import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { selectCommentThreads } from './visible-comments.ts'

/**
 * Selects a page of the comments that start a thread, in the `top` order: most likes first, then most
 * replies, then newest. Only `comment_ranks` is filtered by item. As a result, PostgreSQL reads the
 * `comment_ranks_top` index in order and looks up one comment at a time, instead of sorting all comments on
 * the item.
 */
export function selectTopThreadPage(
  viewer: Viewer,
  ownerId: string,
  contentId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  return selectCommentThreads(viewer, ownerId, topCursor)
    .innerJoin('comment_ranks', 'comment_ranks.comment_id', 'comments.id')
    .where('comment_ranks.content_id', '=', contentId)
    .where('pinned_at', 'is', null)
    .where(isBelowCursor(cursor))
    .orderBy('comment_ranks.likes_count', 'desc')
    .orderBy('comment_ranks.replies_count', 'desc')
    .orderBy('comment_ranks.created_at', 'desc')
    .orderBy('comment_ranks.comment_id', 'desc')
    .limit(toFetchLimitSql(limit))
}

/**
 * The cursor contains all sort keys, so the next page continues correctly even if the last thread of the
 * previous page has since moved.
 */
const topCursor = sql<string>`comment_ranks.likes_count || '_' || comment_ranks.replies_count || '_' ||
  (extract(epoch from comment_ranks.created_at) * 1000000)::bigint || '_' || comment_ranks.comment_id`

function isBelowCursor(cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`
  const keys = cursor.split('_')
  // The API contract accepts the cursors of both sort orders, but only cursors for the `top` order have four
  // keys.
  if (keys.length !== 4) throw new ApiError('cursor_invalid')
  const [likes, replies, micros, id] = keys
  return sql<boolean>`(comment_ranks.likes_count, comment_ranks.replies_count, comment_ranks.created_at,
    comment_ranks.comment_id) < (${likes}::int, ${replies}::int,
    timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

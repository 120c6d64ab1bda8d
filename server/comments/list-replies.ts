import type { listReplies } from '#contract/engagement/comments.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { db } from '../platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { presentCommentForViewer } from './present-comment.ts'
import { selectReplies, selectCommentThreads } from './visible-comments.ts'

const { after } = createKeyset('comments')

/** Lists the replies to a comment that the viewer can see, oldest first, one page at a time. */
export async function listVisibleReplies(
  viewer: Viewer,
  threadId: string,
  { cursor, limit }: ParsedInputOf<typeof listReplies>['query'],
): Promise<ResponseOf<typeof listReplies>> {
  const policy = await loadThreadPolicy(viewer, threadId)
  const ownerId = policy?.ownerId ?? ''
  const [thread] = await selectCommentThreads(viewer, ownerId).where('comments.id', '=', threadId).execute()
  if (!policy?.canReadComments || !thread) throw new ApiError('comment_not_found')
  const rows = await selectReplies(viewer, ownerId)
    .where('comments.parent_id', '=', threadId)
    .where(after(cursor))
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map((row) => presentCommentForViewer(viewer, row)), next_cursor }
}

/**
 * Loads the comment policy of the item that a thread belongs to. Returns undefined if the thread does not
 * exist or the viewer may not watch the item. The SQL statements are the same whether the thread is missing
 * or hidden, so response times do not reveal which is the case.
 */
async function loadThreadPolicy(viewer: Viewer, threadId: string) {
  const thread = await db
    .selectFrom('comments')
    .select('content_id')
    .where('id', '=', threadId)
    .executeTakeFirst()
  return loadCommentPolicy(viewer, thread?.content_id ?? threadId, db).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.code === 'content_not_found') return undefined
    throw thrown
  })
}

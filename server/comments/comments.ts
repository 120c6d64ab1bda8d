import { type RawBuilder, sql } from 'kysely'
import type { listComments } from '#contract/engagement/comments.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { commentsPageSize } from '#contract/limits.ts'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { anonymousViewer, type Member, type Viewer } from '../platform/http/viewer.ts'
import { hasOpenCase } from '#server/access-policy/moderation-case-conditions.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { allowsSearchIndexing } from '#server/access-policy/search-indexing-consent.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import { lockOwnComment } from './comment-permissions.ts'
import { commentColumns, presentCommentForViewer } from './present-comment.ts'

const { rowCursor, before } = createKeyset('comments')

type CommentPageQuery = ParsedInputOf<typeof listComments>['query']

/** Lists the comments that the viewer can see on an item, newest first, one page at a time. */
export async function listVisibleComments(
  viewer: Viewer,
  contentId: string,
  wanted: CommentPageQuery,
): Promise<ResponseOf<typeof listComments>> {
  const { ownerId, permission } = await loadCommentPolicy(viewer, contentId, db)
  const isFirst = wanted.cursor === undefined && wanted.limit === commentsPageSize
  const isForAll = viewer.kind === 'anonymous' && !viewer.isCrawler
  const rows =
    isFirst && isForAll
      ? await loadAnonymousFirstPage({ contentId })
      : await selectCommentPage(viewer, ownerId, contentId, wanted).execute()
  const { items, next_cursor } = paginateRows(rows, wanted.limit)
  return {
    items: items.map((row) => presentCommentForViewer(viewer, row)),
    next_cursor,
    may_comment: permission,
  }
}

/**
 * The query for the first page of comments that anonymous visitors see. This is the most frequent query on
 * comments, so it is compiled once. Anonymous visitors own no items, so `ownerId` is an empty string.
 */
const loadAnonymousFirstPage = compileStatement(['contentId'], ({ contentId }) =>
  selectCommentPage(anonymousViewer, '', contentId, { limit: commentsPageSize }),
)

function selectCommentPage(
  viewer: Viewer,
  ownerId: string,
  contentId: string,
  { cursor, limit }: CommentPageQuery,
) {
  return db
    .selectFrom('comments')
    .innerJoin(selectVisiblePeople(viewer).selectAll().as('profiles'), 'profiles.user_id', 'comments.user_id')
    .select(commentColumns)
    .select(['username', 'avatar_url', 'comments.moderation', 'held_for', 'is_minor'])
    .select(hasMuted(viewer, sql.ref('comments.user_id')).as('folded'))
    .select(rowCursor.as('place'))
    .where('content_id', '=', contentId)
    .where(isCommentVisibleTo(viewer, ownerId))
    .where(before(cursor))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(toFetchLimitSql(limit))
}

/**
 * Matches the comments that a viewer can see. Approved comments are visible to everyone, except that crawlers
 * see only indexable ones. A held comment is visible to its author. A held comment that awaits the approval
 * of the item's owner is also visible to that owner.
 */
function isCommentVisibleTo(viewer: Viewer, owner: string): RawBuilder<boolean> {
  const approved = sql<boolean>`comments.moderation = 'approved'`
  if (viewer.kind === 'anonymous')
    return viewer.isCrawler
      ? sql<boolean>`(${approved} and ${allowsSearchIndexing(sql.ref('comments.user_id'))})`
      : approved
  const decides = viewer.id === owner ? sql`or held_for = 'owner'` : sql``
  return sql<boolean>`(comments.moderation in ('approved', 'held')
    and (${approved} or comments.user_id = ${viewer.id} ${decides}))`
}

/** Deletes the viewer's own comment and removes it from open pages. */
export async function deleteOwnComment(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const found = await lockOwnComment(tx, viewer, id)
    await deleteOrHideComment(tx, id)
    if (found.moderation === 'approved')
      await adjustContentCounter(tx, found.content_id, 'comments_count', -1)
    await emitEvent(tx, { type: 'comment_deleted', contentId: found.content_id, commentId: id })
  })
}

/**
 * Deletes a comment. While a moderation case about the comment is open, a deleted comment is only hidden; it
 * is erased when the case closes.
 */
async function deleteOrHideComment(tx: Tx, id: string): Promise<void> {
  if (await hasOpenCase(tx, 'comment_id', id))
    await tx.updateTable('comments').set({ moderation: 'deleted' }).where('id', '=', id).execute()
  else await tx.deleteFrom('comments').where('id', '=', id).execute()
}

import type { CommentThread, listComments } from '#contract/engagement/comments.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { commentsPageSize } from '#contract/engagement/comment-limits.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { db } from '../platform/db/db.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { anonymousViewer, type Viewer, getViewerId } from '../platform/http/viewer.ts'
import { presentCommentForViewer } from './present-comment.ts'
import { type CommentRowForViewer, loadFirstReplies, selectCommentThreads } from './visible-comments.ts'
import { selectTopThreadPage } from './top-threads.ts'

const { before } = createKeyset('comments')

type CommentPageQuery = ParsedInputOf<typeof listComments>['query']
type ThreadRow = Awaited<ReturnType<ReturnType<typeof selectThreadPage>['execute']>>[number]

/** Lists the comments that the viewer can see on an item, newest or top first, one page at a time. */
export async function listVisibleComments(
  viewer: Viewer,
  contentId: string,
  wanted: CommentPageQuery,
): Promise<ResponseOf<typeof listComments>> {
  const { ownerId, permission, mode, canReadComments } = await loadCommentPolicy(viewer, contentId, db)
  const rights = {
    may_comment: permission,
    comment_mode: getViewerId(viewer) === ownerId ? mode : null,
  }
  if (!canReadComments) return { items: [], next_cursor: null, ...rights }
  const isFirst = wanted.cursor === undefined && wanted.limit === commentsPageSize
  const isForAll = viewer.kind === 'anonymous' && !viewer.isCrawler
  const [pinned, rows] = await Promise.all([
    wanted.cursor === undefined ? selectPinnedThread(viewer, ownerId, contentId).execute() : [],
    isFirst && isForAll
      ? loadAnonymousFirstPage[wanted.sort]({ contentId })
      : selectPage[wanted.sort](viewer, ownerId, contentId, wanted).execute(),
  ])
  const { items: unpinned, next_cursor } = paginateRows(rows, wanted.limit)
  const items = [...pinned, ...unpinned]
  const withReplies = items.filter((row) => row.replies_count > 0).map(({ id }) => id)
  const replies = await loadFirstReplies(viewer, ownerId, withReplies)
  return {
    items: items.map((row) => presentThread(viewer, row, replies.get(row.id) ?? [])),
    next_cursor,
    ...rights,
  }
}

const selectPage = { newest: selectThreadPage, top: selectTopThreadPage }

/**
 * The queries for the first page of comments that anonymous visitors see. The first page is queried most
 * often, so its queries are compiled only once. Anonymous visitors own no items, so `ownerId` is an empty
 * string.
 */
const loadAnonymousFirstPage = {
  newest: compileStatement(['contentId'], ({ contentId }) =>
    selectThreadPage(anonymousViewer, '', contentId, { limit: commentsPageSize }),
  ),
  top: compileStatement(['contentId'], ({ contentId }) =>
    selectTopThreadPage(anonymousViewer, '', contentId, { limit: commentsPageSize }),
  ),
}

function selectThreadPage(
  viewer: Viewer,
  ownerId: string,
  contentId: string,
  { cursor, limit }: Omit<CommentPageQuery, 'sort'>,
) {
  return selectCommentThreads(viewer, ownerId)
    .where('content_id', '=', contentId)
    .where('pinned_at', 'is', null)
    .where(before(cursor))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(toFetchLimitSql(limit))
}

/** The first page starts with the pinned comment, which does not count toward the size of the page. */
function selectPinnedThread(viewer: Viewer, ownerId: string, contentId: string) {
  return selectCommentThreads(viewer, ownerId)
    .where('content_id', '=', contentId)
    .where('pinned_at', 'is not', null)
}

function presentThread(viewer: Viewer, row: ThreadRow, replies: CommentRowForViewer[]): CommentThread {
  const { user_id, username, is_visible, replies_count } = row
  const thread = {
    deleted: false,
    replies_count,
    replies: replies.map((reply) => presentCommentForViewer(viewer, reply)),
  }
  if (is_visible && user_id !== null && username !== null)
    return {
      ...presentCommentForViewer(viewer, { ...row, user_id, username, is_minor: row.is_minor ?? true }),
      ...thread,
    }
  const { id, content_id, created_at } = row
  return {
    id,
    content_id,
    parent_id: null,
    user_id: null,
    username: '',
    avatar_url: null,
    body: '',
    folded: false,
    created_at: created_at.toISOString(),
    edited_at: null,
    likes_count: 0,
    liked: false,
    pinned: false,
    hearted: false,
    mentions: [],
    ...thread,
    deleted: true,
  }
}

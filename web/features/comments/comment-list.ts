import type { CommentMode, CommentPermission, CommentSortOrder } from '#contract/engagement/comment-modes.ts'
import type { Comment, CommentThread } from '#contract/engagement/comments.ts'
import {
  addReply,
  addReplyPage,
  updateReactionsInThread,
  createLoadedThread,
  createLoadedThreadFromComment,
  type LoadedThread,
  removeReply,
  type ReplyPage,
  mergeReloadedThread,
} from './thread-replies.ts'

/** The loaded comments on one video, without duplicates. */
export interface CommentList {
  threads: readonly LoadedThread[]
  /**
   * With the sort order `top`, the list keeps the order in which the comments were loaded, so live updates do
   * not move comments while someone is reading them.
   */
  sort: CommentSortOrder
  /**
   * The ids of deleted comments. If an event or response that arrives late contains a deleted comment, this
   * comment is not added to the list again.
   */
  deletedIds: ReadonlySet<string>
  /** The cursor for loading older comments, or null if there are no older comments. */
  cursor: string | null
  /** The number of comments on the video, including those that are not loaded. */
  count: number
  /** True if the viewer can comment on the video. */
  permission: CommentPermission
  /**
   * The setting that defines who can comment on the video. Null if the viewer is not the creator of the
   * video.
   */
  mode: CommentMode | null
  /**
   * The newest comment or reply that has arrived while the page was open. Screen readers announce this
   * comment.
   */
  latest: Comment | null
}

/** The properties of a comment that have changed. */
export type CommentReactions = Partial<Pick<Comment, 'likes_count' | 'liked' | 'pinned' | 'hearted'>>

export interface CommentListPage {
  items: CommentThread[]
  next_cursor: string | null
  may_comment: CommentPermission
  comment_mode?: CommentMode | null
  sort?: CommentSortOrder
}

export type CommentListChange =
  /**
   * A comment or reply that is new or has been edited. `isMine` is true if the viewer has just sent this
   * comment.
   */
  | { kind: 'arrived'; comment: Comment; isMine?: boolean }
  | { kind: 'left'; id: string }
  | { kind: 'reactions'; id: string; reactions: CommentReactions }
  | { kind: 'older'; page: CommentListPage }
  | { kind: 'replies'; threadId: string; page: ReplyPage }
  | { kind: 'count'; count: number }
  /** The creator has changed the setting for who can comment. */
  | { kind: 'mode'; mode: CommentMode }
  /**
   * After the page has reloaded its data, merges the reloaded comments into the list. `isReset` is true if
   * the page missed so many events that all loaded comments must be discarded.
   */
  | { kind: 'read'; page: CommentListPage; isReset: boolean }

export function createCommentList({ page, count }: { page: CommentListPage; count: number }): CommentList {
  return {
    threads: page.items.map(createLoadedThread),
    deletedIds: new Set(),
    cursor: page.next_cursor,
    count,
    sort: page.sort ?? 'newest',
    permission: page.may_comment,
    mode: page.comment_mode ?? null,
    latest: null,
  }
}

export function commentListReducer(list: CommentList, change: CommentListChange): CommentList {
  switch (change.kind) {
    case 'arrived':
      return addComment(list, change.comment, change.isMine === true)
    case 'left':
      return removeComment(list, change.id)
    case 'reactions':
      return {
        ...list,
        threads: sortThreads(
          list.threads.map((thread) => updateReactionsInThread(thread, change.id, change.reactions)),
          list.sort,
        ),
      }
    case 'older':
      return { ...list, threads: mergeThreads(list, change.page.items), cursor: change.page.next_cursor }
    case 'replies':
      return changeThread(list, change.threadId, (thread) =>
        addReplyPage(thread, change.page, list.deletedIds),
      )
    case 'count':
      return { ...list, count: change.count }
    case 'mode':
      return { ...list, mode: change.mode, permission: change.mode === 'off' ? 'off' : 'yes' }
    case 'read':
      return mergeReloadedPage(list, change)
  }
}

function mergeReloadedPage(
  list: CommentList,
  { page, isReset }: Extract<CommentListChange, { kind: 'read' }>,
): CommentList {
  const reloaded = createCommentList({ page, count: list.count })
  if (isReset || reloaded.sort !== list.sort) return reloaded
  const { permission, mode } = reloaded
  return { ...list, threads: mergeThreads(list, page.items), permission, mode }
}

function addComment(list: CommentList, comment: Comment, isMine: boolean): CommentList {
  if (list.deletedIds.has(comment.id)) return list
  const latest = comment.edited_at || findComment(list, comment.id) ? list.latest : comment
  if (comment.parent_id)
    return { ...changeThread(list, comment.parent_id, (thread) => addReply(thread, comment)), latest }
  const loaded = list.threads.find(({ id }) => id === comment.id)
  if (list.sort === 'top' ? list.cursor && !loaded && !isMine : isBelowLoadedThreads(list, comment))
    return list
  const thread = loaded ? updateLoadedThread(loaded, comment) : createLoadedThreadFromComment(comment)
  const others = list.threads.filter((each) => each !== loaded)
  const threads =
    isMine && !comment.edited_at
      ? [thread, ...others]
      : loaded
        ? list.threads.map((each) => (each === loaded ? thread : each))
        : [...others, thread]
  return { ...list, threads: sortThreads(threads, list.sort), latest }
}

/**
 * Replaces the first comment of a thread. When a comment is approved, its new version has no `held` property,
 * so the property of the old version must not be kept.
 */
function updateLoadedThread(loaded: LoadedThread, comment: Comment): LoadedThread {
  const { held: _, ...known } = loaded
  return { ...known, ...comment, liked: loaded.liked, deleted: false }
}

/** Returns a comment or reply, or undefined if the page has not loaded it. */
export function findComment({ threads }: CommentList, id: string): Comment | LoadedThread | undefined {
  return threads
    .flatMap((thread) => [thread, ...thread.replies, ...thread.newReplies])
    .find((comment) => comment.id === id)
}

/**
 * Removes a comment. A deleted comment with replies stays in the list as a placeholder until its last reply
 * is removed.
 */
function removeComment(list: CommentList, id: string): CommentList {
  const threads = list.threads
    .map((thread) =>
      thread.id === id
        ? {
            ...thread,
            deleted: true,
            user_id: null,
            username: '',
            avatar_url: null,
            body: '',
            edited_at: null,
          }
        : removeReply(thread, id),
    )
    .filter(({ deleted, replies_count }) => !deleted || replies_count > 0)
  return { ...list, threads, deletedIds: new Set(list.deletedIds).add(id) }
}

function changeThread(
  list: CommentList,
  id: string,
  change: (thread: LoadedThread) => LoadedThread,
): CommentList {
  return { ...list, threads: list.threads.map((thread) => (thread.id === id ? change(thread) : thread)) }
}

/** Returns whether an edited comment belongs to a part of the list that the page has not loaded. */
function isBelowLoadedThreads({ threads, cursor }: CommentList, comment: Comment): boolean {
  const last = threads.findLast(({ pinned }) => !pinned)
  return cursor !== null && last !== undefined && newestFirst(comment, last) > 0
}

function mergeThreads({ threads, deletedIds, sort }: CommentList, more: CommentThread[]): LoadedThread[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  for (const thread of more) {
    if (deletedIds.has(thread.id) && !thread.deleted) continue
    const loaded = byId.get(thread.id)
    byId.set(thread.id, loaded ? mergeReloadedThread(loaded, thread, deletedIds) : createLoadedThread(thread))
  }
  return sortThreads([...byId.values()], sort)
}

/** The pinned comment is the first one in the list. */
function sortThreads(threads: readonly LoadedThread[], sort: CommentSortOrder): LoadedThread[] {
  return threads.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (sort === 'top' ? 0 : newestFirst(a, b)),
  )
}

/** Sorts comments from newest to oldest. Comments with equal times are sorted by id, as on the server. */
function newestFirst(a: { id: string; created_at: string }, b: { id: string; created_at: string }): number {
  if (a.id === b.id) return 0
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

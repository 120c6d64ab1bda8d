import type { Comment, CommentPermission } from '#contract/engagement/comments.ts'

/** The loaded comments of one video, newest first and without duplicates. */
export interface CommentThread {
  items: readonly Comment[]
  /**
   * The ids of deleted comments. A deleted comment that a late event or response contains is not added to the
   * thread again.
   */
  deletedIds: ReadonlySet<string>
  /** The cursor for loading older comments, or null if there are no older comments. */
  cursor: string | null
}

export interface CommentListPage {
  items: Comment[]
  next_cursor: string | null
  may_comment: CommentPermission
}

export type CommentThreadAction =
  | { kind: 'arrived'; comment: Comment }
  | { kind: 'left'; id: string }
  | { kind: 'older'; page: CommentListPage }
  /**
   * Merges the reloaded comments into the thread after the page has reloaded its data. `isReset` is true if
   * the page missed so many events that it must discard all comments that it has loaded.
   */
  | { kind: 'read'; page: CommentListPage; isReset: boolean }

export function createCommentThread(page: CommentListPage): CommentThread {
  return { items: page.items, deletedIds: new Set(), cursor: page.next_cursor }
}

export function commentThreadReducer(thread: CommentThread, change: CommentThreadAction): CommentThread {
  switch (change.kind) {
    case 'arrived':
      return { ...thread, items: mergeComments(thread, [change.comment]) }
    case 'left':
      return {
        ...thread,
        items: thread.items.filter(({ id }) => id !== change.id),
        deletedIds: new Set(thread.deletedIds).add(change.id),
      }
    case 'older':
      return { ...thread, items: mergeComments(thread, change.page.items), cursor: change.page.next_cursor }
    case 'read':
      return change.isReset
        ? createCommentThread(change.page)
        : { ...thread, items: mergeComments(thread, change.page.items) }
  }
}

function mergeComments({ items, deletedIds }: CommentThread, more: Comment[]): Comment[] {
  const byId = new Map(items.map((comment) => [comment.id, comment]))
  for (const comment of more) if (!deletedIds.has(comment.id)) byId.set(comment.id, comment)
  return [...byId.values()].toSorted(newestFirst)
}

/** Sorts comments from newest to oldest, and comments with the same time by id, as the server does. */
function newestFirst(a: Comment, b: Comment): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

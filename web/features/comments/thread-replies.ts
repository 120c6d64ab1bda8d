import type { Comment, CommentThread } from '#contract/engagement/comments.ts'
import { maxCountedReplies } from '#contract/engagement/comment-limits.ts'

/** The first comment of a thread, with the replies that the page has loaded. */
export interface LoadedThread extends CommentThread {
  /**
   * Replies that arrived while the page was open, before all older replies were loaded. In the list, these
   * replies are shown below the button that loads more replies.
   */
  newReplies: readonly Comment[]
  /**
   * The cursor for loading more replies: null if all replies are loaded, or undefined if the page has only
   * the first replies.
   */
  repliesCursor: string | null | undefined
}

export interface ReplyPage {
  items: Comment[]
  next_cursor: string | null
}

export function createLoadedThread(thread: CommentThread): LoadedThread {
  return { ...thread, newReplies: [], repliesCursor: undefined }
}

export function createLoadedThreadFromComment(comment: Comment): LoadedThread {
  return createLoadedThread({ ...comment, deleted: false, replies_count: 0, replies: [] })
}

/**
 * The number of replies that have not been loaded yet. For threads with very many replies, this number is a
 * lower bound.
 */
export function countUnloadedReplies({
  replies_count,
  replies,
  newReplies,
  repliesCursor,
}: LoadedThread): number {
  if (repliesCursor === null) return 0
  return Math.max(replies_count - replies.length - newReplies.length, repliesCursor ? 1 : 0)
}

/** Adds a new reply to a thread, or replaces the old version of an edited reply. */
export function addReply(thread: LoadedThread, reply: Comment): LoadedThread {
  const isReply = ({ id }: Comment) => id === reply.id
  const replace = (list: readonly Comment[]) =>
    list.map((each) => (isReply(each) ? { ...reply, liked: each.liked } : each))
  if (thread.replies.some(isReply)) return { ...thread, replies: replace(thread.replies) }
  if (thread.newReplies.some(isReply)) return { ...thread, newReplies: replace(thread.newReplies) }
  // Ignore edits to a reply that the page has not loaded.
  if (reply.edited_at) return thread
  const replies_count = Math.min(thread.replies_count + 1, maxCountedReplies)
  return countUnloadedReplies(thread) === 0
    ? { ...thread, replies_count, replies: sortReplies([...thread.replies, reply]) }
    : { ...thread, replies_count, newReplies: sortReplies([...thread.newReplies, reply]) }
}

/** Changes the likes, the pin or the heart of a comment if the comment belongs to this thread. */
export function updateReactionsInThread(
  thread: LoadedThread,
  id: string,
  reactions: Partial<Comment>,
): LoadedThread {
  if (thread.id === id) return { ...thread, ...reactions }
  const change = (reply: Comment) => (reply.id === id ? { ...reply, ...reactions } : reply)
  return { ...thread, replies: thread.replies.map(change), newReplies: thread.newReplies.map(change) }
}

export function removeReply(thread: LoadedThread, id: string): LoadedThread {
  const remains = (reply: Comment) => reply.id !== id
  const replies = thread.replies.filter(remains)
  const newReplies = thread.newReplies.filter(remains)
  const removed = thread.replies.length + thread.newReplies.length - replies.length - newReplies.length
  return removed === 0
    ? thread
    : { ...thread, replies, newReplies, replies_count: thread.replies_count - removed }
}

/** Adds the next page of replies to a thread. */
export function addReplyPage(
  thread: LoadedThread,
  { items, next_cursor }: ReplyPage,
  deletedIds: ReadonlySet<string>,
): LoadedThread {
  const loaded = mergeReplies(thread.replies, items, deletedIds)
  const waiting = mergeReplies([], thread.newReplies, new Set(loaded.map(({ id }) => id)))
  return next_cursor === null
    ? { ...thread, replies: sortReplies([...loaded, ...waiting]), newReplies: [], repliesCursor: null }
    : { ...thread, replies: loaded, newReplies: waiting, repliesCursor: next_cursor }
}

/** Updates a thread from a newly loaded page of comments, and keeps the replies that are already loaded. */
export function mergeReloadedThread(
  loaded: LoadedThread,
  fresh: CommentThread,
  deletedIds: ReadonlySet<string>,
): LoadedThread {
  return { ...loaded, ...fresh, replies: mergeReplies(loaded.replies, fresh.replies, deletedIds) }
}

function mergeReplies(
  replies: readonly Comment[],
  more: readonly Comment[],
  excludedIds: ReadonlySet<string>,
): Comment[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  for (const reply of more) if (!excludedIds.has(reply.id)) byId.set(reply.id, reply)
  return sortReplies([...byId.values()])
}

/** Sorts replies from oldest to newest, the same order as on the server. */
function sortReplies(replies: Comment[]): Comment[] {
  return replies.toSorted((a, b) => {
    if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}

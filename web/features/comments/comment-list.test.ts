import assert from 'node:assert/strict'
import test from 'node:test'
import type { Comment, CommentThread } from '#contract/engagement/comments.ts'
import { type CommentList, commentListReducer, createCommentList } from './comment-list.ts'
import { countUnloadedReplies } from './thread-replies.ts'

function comment(id: string, second: number, parent_id: string | null = null): Comment {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  return {
    id,
    content_id: 'v',
    parent_id,
    user_id: 'u',
    username: 'ada',
    avatar_url: null,
    folded: false,
    body: id,
    created_at,
    edited_at: null,
    likes_count: 0,
    liked: false,
    pinned: false,
    hearted: false,
    mentions: [],
  }
}
function thread(
  id: string,
  second: number,
  replies: Comment[] = [],
  replies_count = replies.length,
): CommentThread {
  return { ...comment(id, second), deleted: false, replies, replies_count }
}
const ids = (list: CommentList) => list.threads.map(({ id }) => id).join('')
const replyIds = (list: CommentList, threadId: string) => {
  const { replies, newReplies } = list.threads.find(({ id }) => id === threadId)!
  const joined = (some: readonly Comment[]) => some.map(({ id }) => id).join('')
  return newReplies.length > 0 ? `${joined(replies)}…${joined(newReplies)}` : joined(replies)
}
const page = (items: CommentThread[], next_cursor: string | null = null) => ({
  items,
  next_cursor,
  may_comment: 'yes' as const,
})
const start = () => createCommentList({ page: page([thread('b', 2), thread('a', 1)], 'more'), count: 4 })
const arrive = (list: CommentList, one: Comment) =>
  commentListReducer(list, { kind: 'arrived', comment: one })
const leave = (list: CommentList, id: string) => commentListReducer(list, { kind: 'left', id })

test('puts a new comment first and ignores duplicates', () => {
  const once = arrive(start(), comment('c', 3))
  assert.equal(ids(arrive(once, comment('c', 3))), 'cba')
  assert.equal(once.latest?.id, 'c')
})

test('an approved comment is no longer shown as held', () => {
  const list = createCommentList({ page: page([{ ...thread('a', 1), held: 'owner' }]), count: 0 })
  assert.equal(arrive(list, comment('a', 1)).threads[0]!.held, undefined)
})

test('ignores a comment that arrives again after it was deleted', () => {
  assert.equal(ids(arrive(leave(start(), 'b'), comment('b', 2))), 'a')
})

test('ignores a comment that first arrives after its deletion event', () => {
  assert.equal(ids(arrive(leave(start(), 'c'), comment('c', 3))), 'ba')
})

test('appends older comments and advances the cursor', () => {
  const older = commentListReducer(start(), { kind: 'older', page: page([thread('a', 1), thread('0', 0)]) })
  assert.equal(ids(older), 'ba0')
  assert.equal(older.cursor, null)
})

test('keeps older comments when the first page of comments is reloaded, unless the list is reset', () => {
  const fresh = page([thread('d', 4)], 'next')
  assert.equal(ids(commentListReducer(start(), { kind: 'read', page: fresh, isReset: false })), 'dba')
  const reset = commentListReducer(start(), { kind: 'read', page: fresh, isReset: true })
  assert.equal(ids(reset), 'd')
  assert.equal(reset.cursor, 'next')
})

test('keeps comments with equal timestamps in a consistent order', () => {
  assert.equal(ids(arrive(start(), comment('x', 2))), 'xba')
})

test('replaces an edited comment, but does not add one that is older than the loaded comments', () => {
  const list = arrive(start(), { ...comment('a', 1), body: 'better', edited_at: '2026-01-01T00:01:00.000Z' })
  assert.deepEqual(
    list.threads.map(({ body }) => body),
    ['b', 'better'],
  )
  assert.equal(list.latest, null)
  assert.equal(ids(arrive(start(), comment('z', 0))), 'ba')
})

test('adds a reply to its thread and ignores replies to comments that are not loaded', () => {
  const list = arrive(arrive(start(), comment('r', 5, 'a')), comment('r', 5, 'a'))
  assert.equal(replyIds(list, 'a'), 'r')
  assert.equal(list.threads[1]!.replies_count, 1)
  assert.equal(list.latest?.id, 'r')
  assert.equal(ids(arrive(start(), comment('q', 5, 'z'))), 'ba')
})

test('lists a new reply last, after a gap for replies that are not loaded, and closes the gap when they are loaded', () => {
  const two = [comment('1', 11, 'a'), comment('2', 12, 'a')]
  let list = createCommentList({ page: page([thread('a', 1, two, 4)]), count: 5 })
  list = arrive(list, comment('9', 19, 'a'))
  assert.equal(replyIds(list, 'a'), '12…9')
  assert.equal(countUnloadedReplies(list.threads[0]!), 2)
  const rest = [...two, comment('3', 13, 'a'), comment('4', 14, 'a')]
  list = commentListReducer(list, {
    kind: 'replies',
    threadId: 'a',
    page: { items: [...rest, comment('9', 19, 'a')], next_cursor: null },
  })
  assert.equal(replyIds(list, 'a'), '12349')
  assert.equal(countUnloadedReplies(list.threads[0]!), 0)
})

test('an edit to a reply that is not loaded does not count as a new reply', () => {
  const list = createCommentList({ page: page([thread('a', 1, [comment('1', 11, 'a')], 3)]), count: 4 })
  const edited = { ...comment('2', 12, 'a'), edited_at: '2026-01-01T00:01:00.000Z' }
  assert.equal(arrive(list, edited).threads[0]!.replies_count, 3)
})

test('a deleted comment stays in the list as a placeholder until its last reply is deleted', () => {
  const list = createCommentList({ page: page([thread('a', 1, [comment('1', 11, 'a')])]), count: 2 })
  const emptied = leave(list, 'a')
  assert.deepEqual(
    emptied.threads.map(({ deleted, body, user_id }) => ({ deleted, body, user_id })),
    [{ deleted: true, body: '', user_id: null }],
  )
  assert.equal(ids(leave(emptied, '1')), '')
})

test('keeps loaded replies when the first page of comments is reloaded', () => {
  const replies = [comment('1', 11, 'a'), comment('2', 12, 'a'), comment('3', 13, 'a')]
  const list = createCommentList({ page: page([thread('a', 1, replies)]), count: 4 })
  const fresh = page([thread('a', 1, replies.slice(0, 2), 4)])
  const merged = commentListReducer(list, { kind: 'read', page: fresh, isReset: false })
  assert.equal(replyIds(merged, 'a'), '123')
  assert.equal(countUnloadedReplies(merged.threads[0]!), 1)
})

test('the pinned comment is listed first, and returns to its place when it is unpinned', () => {
  const pin = (list: CommentList, pinned: boolean) =>
    commentListReducer(list, { kind: 'reactions', id: 'a', reactions: { pinned } })
  const pinned = pin(start(), true)
  assert.equal(ids(arrive(pinned, comment('c', 3))), 'acb')
  assert.equal(ids(pin(pinned, false)), 'ba')
})

test('a live update of a comment or reply does not change whether the viewer likes it', () => {
  const liked = { ...comment('1', 11, 'a'), liked: true, likes_count: 1 }
  let list = createCommentList({ page: page([{ ...thread('a', 1, [liked]), liked: true }]), count: 2 })
  list = arrive(list, { ...comment('a', 1), body: 'edited', edited_at: '2026-01-01T00:01:00.000Z' })
  list = arrive(list, { ...comment('1', 11, 'a'), edited_at: '2026-01-01T00:01:00.000Z', likes_count: 1 })
  assert.deepEqual([list.threads[0]!.liked, list.threads[0]!.replies[0]!.liked], [true, true])
  list = commentListReducer(list, { kind: 'reactions', id: '1', reactions: { likes_count: 2 } })
  assert.deepEqual([list.threads[0]!.replies[0]!.liked, list.threads[0]!.replies[0]!.likes_count], [true, 2])
})

const startTop = (next_cursor: string | null) =>
  createCommentList({
    page: { ...page([{ ...thread('a', 1), likes_count: 5 }, thread('b', 2)], next_cursor), sort: 'top' },
    count: 2,
  })

test('when sorted by Top, likes and edits do not reorder loaded comments', () => {
  let list = startTop(null)
  list = commentListReducer(list, { kind: 'reactions', id: 'b', reactions: { likes_count: 9 } })
  list = arrive(list, { ...comment('b', 2), edited_at: '2026-01-01T00:01:00.000Z' })
  assert.equal(ids(list), 'ab')
})

test('when sorted by Top, new comments are added last, and only if all comments are loaded', () => {
  assert.equal(ids(arrive(startTop(null), comment('c', 3))), 'abc')
  assert.equal(ids(arrive(startTop('more'), comment('c', 3))), 'ab')
})

test('when sorted by Top, the viewer’s own new comment comes first, even if its live update arrived earlier', () => {
  const post = { kind: 'arrived', comment: comment('c', 3), isMine: true } as const
  assert.equal(ids(commentListReducer(startTop('more'), post)), 'cab')
  assert.equal(ids(commentListReducer(arrive(startTop(null), comment('c', 3)), post)), 'cab')
})

test('reloading comments in another sort order replaces the list', () => {
  const reloaded = { ...page([thread('b', 2), thread('a', 1)]), sort: 'newest' as const }
  const list = commentListReducer(startTop(null), { kind: 'read', page: reloaded, isReset: false })
  assert.deepEqual([ids(list), list.sort], ['ba', 'newest'])
})

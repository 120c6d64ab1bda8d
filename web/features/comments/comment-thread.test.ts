import assert from 'node:assert/strict'
import test from 'node:test'
import type { Comment } from '#contract/engagement/comments.ts'
import { commentThreadReducer, createCommentThread, type CommentThread } from './comment-thread.ts'

function comment(id: string, second: number): Comment {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  return {
    id,
    content_id: 'v',
    user_id: 'u',
    username: 'ada',
    avatar_url: null,
    folded: false,
    body: id,
    created_at,
    edited_at: null,
  }
}
const ids = (thread: CommentThread) => thread.items.map(({ id }) => id).join('')
const start = () =>
  createCommentThread({ items: [comment('b', 2), comment('a', 1)], next_cursor: 'more', may_comment: 'yes' })

test('puts a new comment first and ignores duplicates', () => {
  const once = commentThreadReducer(start(), { kind: 'arrived', comment: comment('c', 3) })
  assert.equal(ids(commentThreadReducer(once, { kind: 'arrived', comment: comment('c', 3) })), 'cba')
})

test('ignores late copies of a deleted comment', () => {
  const left = commentThreadReducer(start(), { kind: 'left', id: 'b' })
  assert.equal(ids(commentThreadReducer(left, { kind: 'arrived', comment: comment('b', 2) })), 'a')
})

test('ignores a comment that arrives after its own deletion event', () => {
  const left = commentThreadReducer(start(), { kind: 'left', id: 'c' })
  assert.equal(ids(commentThreadReducer(left, { kind: 'arrived', comment: comment('c', 3) })), 'ba')
})

test('appends older comments and advances the cursor', () => {
  const page = { items: [comment('a', 1), comment('0', 0)], next_cursor: null, may_comment: 'yes' as const }
  const older = commentThreadReducer(start(), { kind: 'older', page })
  assert.equal(ids(older), 'ba0')
  assert.equal(older.cursor, null)
})

test('keeps older comments when the first page of comments is reloaded, unless the thread is reset', () => {
  const page = { items: [comment('d', 4)], next_cursor: 'next', may_comment: 'yes' as const }
  assert.equal(ids(commentThreadReducer(start(), { kind: 'read', page, isReset: false })), 'dba')
  const afresh = commentThreadReducer(start(), { kind: 'read', page, isReset: true })
  assert.equal(ids(afresh), 'd')
  assert.equal(afresh.cursor, 'next')
})

test('keeps comments with equal timestamps in a consistent order', () => {
  const one = commentThreadReducer(start(), { kind: 'arrived', comment: comment('x', 2) })
  assert.equal(ids(one), 'xba')
})

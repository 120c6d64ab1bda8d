import assert from 'node:assert/strict'
import test from 'node:test'
import type { ChatMessage } from '#contract/broadcasts/chat.ts'
import { type ChatListChange, chatListReducer, emptyChatList } from './chat-list.ts'

const say = (number: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id-${number}`,
  user_id: 'bob',
  username: 'bob',
  body: `Message ${number}`,
  role: null,
  position_seconds: number,
  created_at: new Date(number * 1000).toISOString(),
  ...more,
})
const page = (items: ChatMessage[], next_cursor: string | null = null) => ({ items, next_cursor })
const apply = (...changes: ChatListChange[]) => changes.reduce(chatListReducer, emptyChatList)
const texts = (...changes: ChatListChange[]) => apply(...changes).messages.map(({ body }) => body)

test('messages are listed oldest first and once, whether they were loaded or have arrived', () => {
  assert.deepEqual(
    texts(
      { kind: 'arrived', message: say(3) },
      { kind: 'loaded', page: page([say(3), say(2)]) },
      { kind: 'arrived', message: say(3) },
      { kind: 'older', page: page([say(1)]) },
    ),
    ['Message 1', 'Message 2', 'Message 3'],
  )
})

test('a removed message does not come back', () => {
  assert.deepEqual(
    texts(
      { kind: 'arrived', message: say(1) },
      { kind: 'left', id: 'id-1' },
      { kind: 'loaded', page: page([say(1)]) },
      { kind: 'arrived', message: say(1) },
    ),
    [],
  )
})

test('an approved message replaces the held one', () => {
  const { messages } = apply(
    { kind: 'arrived', message: say(1, { held: 'owner' }) },
    { kind: 'arrived', message: say(1) },
  )
  assert.deepEqual(messages, [say(1)])
})

test('if more messages were missed than a page contains, older ones can be loaded without a gap', () => {
  const list = apply(
    { kind: 'loaded', page: page([say(1)], 'oldest') },
    { kind: 'loaded', page: page([say(9), say(8)], 'before-8') },
  )
  assert.deepEqual(
    [list.messages.map(({ body }) => body), list.cursor],
    [['Message 8', 'Message 9'], 'before-8'],
  )
  const overlapping = apply(
    { kind: 'loaded', page: page([say(2), say(1)], 'oldest') },
    { kind: 'loaded', page: page([say(3), say(2)], 'before-2') },
  )
  assert.equal(overlapping.cursor, 'oldest')
})

test('a long chat keeps the newest 1,000 messages', () => {
  const list = apply(
    { kind: 'loaded', page: page([say(0)], 'older') },
    ...Array.from({ length: 1005 }, (_, number) => ({ kind: 'arrived' as const, message: say(number + 1) })),
  )
  assert.equal(list.messages.length, 1000)
  assert.equal(list.messages.at(-1)?.body, 'Message 1005')
  assert.equal(list.cursor, null)
})

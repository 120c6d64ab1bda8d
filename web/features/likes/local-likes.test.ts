import assert from 'node:assert/strict'
import test from 'node:test'
import { addLocalLike, getLocalLikeState, subscribeToLocalLikes } from './local-likes.ts'

const storage = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  },
})

test('counts a like on a card once, no matter how often the button is pressed', () => {
  addLocalLike('a')
  addLocalLike('a')
  assert.deepEqual(getLocalLikeState('a'), { count: 1, mine: true })
  assert.equal(storage.get('like:a'), '{"count":1,"mine":true}')
})

test('stores likes separately for each item and notifies the cards when a like is added', () => {
  let notifications = 0
  const stop = subscribeToLocalLikes(() => (notifications += 1))
  addLocalLike('b')
  stop()
  addLocalLike('c')
  assert.equal(notifications, 1)
  assert.deepEqual(getLocalLikeState('d'), { count: 0, mine: false })
})

test('restores likes from an earlier visit and ignores malformed ones', () => {
  storage.set('like:e', '{"count":3,"mine":false}')
  storage.set('like:f', '{"count":-3}')
  storage.set('like:g', 'not json')
  addLocalLike('e')
  assert.deepEqual(getLocalLikeState('e'), { count: 4, mine: true })
  assert.deepEqual(getLocalLikeState('f'), { count: 0, mine: false })
  assert.deepEqual(getLocalLikeState('g'), { count: 0, mine: false })
})

test('keeps a like in memory when storage is unavailable', () => {
  const set = globalThis.localStorage.setItem
  globalThis.localStorage.setItem = () => {
    throw new Error('forbidden')
  }
  addLocalLike('h')
  globalThis.localStorage.setItem = set
  assert.equal(getLocalLikeState('h').mine, true)
})

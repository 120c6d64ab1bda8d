import assert from 'node:assert/strict'
import test from 'node:test'
import { addLocalLike, getLocalLike, subscribeToLocalLikes } from './local-likes.ts'

const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
})

test('a like on a card counts once, however often it is pressed', () => {
  addLocalLike('a')
  addLocalLike('a')
  assert.deepEqual(getLocalLike('a'), { count: 1, mine: true })
  assert.equal(kept.get('like:a'), '{"count":1,"mine":true}')
})

test('likes are kept per item and told to every card of it', () => {
  let told = 0
  const stop = subscribeToLocalLikes(() => (told += 1))
  addLocalLike('b')
  stop()
  addLocalLike('c')
  assert.equal(told, 1)
  assert.deepEqual(getLocalLike('d'), { count: 0, mine: false })
})

test('a like from an earlier visit is still there, and nonsense counts as none', () => {
  kept.set('like:e', '{"count":3,"mine":false}')
  kept.set('like:f', '{"count":-3}')
  kept.set('like:g', 'not json')
  addLocalLike('e')
  assert.deepEqual(getLocalLike('e'), { count: 4, mine: true })
  assert.deepEqual(getLocalLike('f'), { count: 0, mine: false })
  assert.deepEqual(getLocalLike('g'), { count: 0, mine: false })
})

test('a browser that forbids storage still likes', () => {
  const set = globalThis.localStorage.setItem
  globalThis.localStorage.setItem = () => {
    throw new Error('forbidden')
  }
  addLocalLike('h')
  globalThis.localStorage.setItem = set
  assert.equal(getLocalLike('h').mine, true)
})

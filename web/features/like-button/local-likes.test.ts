import assert from 'node:assert/strict'
import test from 'node:test'
import { likeLocally, localLike, subscribe } from './local-likes.ts'

const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
})

test('a like on a card counts once, however often it is pressed', () => {
  likeLocally('a')
  likeLocally('a')
  assert.deepEqual(localLike('a'), { count: 1, mine: true })
  assert.equal(kept.get('like:a'), '{"count":1,"mine":true}')
})

test('likes are kept per item and told to every card of it', () => {
  let told = 0
  const stop = subscribe(() => (told += 1))
  likeLocally('b')
  stop()
  likeLocally('c')
  assert.equal(told, 1)
  assert.deepEqual(localLike('d'), { count: 0, mine: false })
})

test('a like from an earlier visit is still there, and nonsense counts as none', () => {
  kept.set('like:e', '{"count":3,"mine":false}')
  kept.set('like:f', '{"count":-3}')
  kept.set('like:g', 'not json')
  likeLocally('e')
  assert.deepEqual(localLike('e'), { count: 4, mine: true })
  assert.deepEqual(localLike('f'), { count: 0, mine: false })
  assert.deepEqual(localLike('g'), { count: 0, mine: false })
})

test('a browser that forbids storage still likes', () => {
  const set = globalThis.localStorage.setItem
  globalThis.localStorage.setItem = () => {
    throw new Error('forbidden')
  }
  likeLocally('h')
  globalThis.localStorage.setItem = set
  assert.equal(localLike('h').mine, true)
})

import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
beforeEach(() => kept.clear())

test('the last eight searches are remembered, newest first, each once', () => {
  for (let n = 1; n <= 10; n += 1) rememberSearch(`search ${n}`)
  rememberSearch('SEARCH 7')
  assert.deepEqual(
    [recentSearches().length, ...recentSearches().slice(0, 3)],
    [8, 'SEARCH 7', 'search 10', 'search 9'],
  )
  assert.equal(recentSearches(), recentSearches())
})

test('one or all can be forgotten, and then nothing is left in the browser', () => {
  rememberSearch('a')
  rememberSearch('b')
  forgetSearch('b')
  assert.deepEqual(recentSearches(), ['a'])
  forgetSearches()
  assert.deepEqual([recentSearches().length, kept.size], [0, 0])
})

test('what somebody else wrote there, or no storage at all, is no trouble', () => {
  for (const raw of ['nonsense', '{"a":1}', '[1,null,"good"]']) {
    kept.set('recent-searches', raw)
    assert.deepEqual(recentSearches(), raw.includes('good') ? ['good'] : [])
  }
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('refused')
    },
  })
  rememberSearch('a')
  assert.deepEqual(recentSearches(), [])
})

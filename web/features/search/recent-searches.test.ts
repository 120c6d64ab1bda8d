import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import {
  removeRecentSearch,
  clearRecentSearches,
  getRecentSearches,
  addRecentSearch,
} from './recent-searches.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
beforeEach(() => kept.clear())

test('keeps the last eight searches, newest first, without duplicates', () => {
  for (let n = 1; n <= 10; n += 1) addRecentSearch(`search ${n}`)
  addRecentSearch('SEARCH 7')
  assert.deepEqual(
    [getRecentSearches().length, ...getRecentSearches().slice(0, 3)],
    [8, 'SEARCH 7', 'search 10', 'search 9'],
  )
  assert.equal(getRecentSearches(), getRecentSearches())
})

test('deletes one recent search or all of them from the browser', () => {
  addRecentSearch('a')
  addRecentSearch('b')
  removeRecentSearch('b')
  assert.deepEqual(getRecentSearches(), ['a'])
  clearRecentSearches()
  assert.deepEqual([getRecentSearches().length, kept.size], [0, 0])
})

test('tolerates malformed recent searches and unavailable storage', () => {
  for (const raw of ['nonsense', '{"a":1}', '[1,null,"good"]']) {
    kept.set('recent-searches', raw)
    assert.deepEqual(getRecentSearches(), raw.includes('good') ? ['good'] : [])
  }
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('refused')
    },
  })
  addRecentSearch('a')
  assert.deepEqual(getRecentSearches(), [])
})

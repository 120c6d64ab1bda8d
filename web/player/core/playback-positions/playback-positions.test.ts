import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { getPlaybackPositions, subscribeToPlaybackPositions } from './playback-position-snapshot.ts'
import { findPlaybackPosition, readPlaybackPositions } from './playback-positions.ts'
import {
  mergeSyncedPlaybackPositions,
  removeAllPlaybackPositions,
  removePlaybackPosition,
  storePlaybackPosition,
} from './store-playback-position.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
const window = new EventTarget()
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true })
beforeEach(() => kept.clear())

const ada = 'ada'
const ids = (userId = ada) => readPlaybackPositions(userId).map(({ id }) => id)

test('saves a playback position after 30 seconds and deletes it at 95% of the video', () => {
  storePlaybackPosition(ada, 'a', 29.9, 100)
  assert.equal(findPlaybackPosition(ada, 'a'), undefined)
  storePlaybackPosition(ada, 'a', 30.7, 100)
  assert.equal(findPlaybackPosition(ada, 'a'), 30)
  storePlaybackPosition(ada, 'a', 94.9, 100)
  assert.equal(findPlaybackPosition(ada, 'a'), 94)
  storePlaybackPosition(ada, 'a', 95, 100)
  assert.equal(findPlaybackPosition(ada, 'a'), undefined)
  assert.equal(kept.size, 0)
})

test('keeps the saved playback position while the first 30 seconds are played again', () => {
  storePlaybackPosition(ada, 'a', 60, 100)
  storePlaybackPosition(ada, 'a', 3, 100)
  assert.equal(findPlaybackPosition(ada, 'a'), 60)
  removePlaybackPosition(ada, 'a')
  assert.equal(findPlaybackPosition(ada, 'a'), undefined)
})

test('lists the newest playback positions first and keeps at most 100', () => {
  for (let n = 0; n < 103; n += 1) storePlaybackPosition(ada, `v${n}`, 40, 100)
  storePlaybackPosition(ada, 'v50', 50, 100)
  assert.deepEqual([ids().length, ids()[0], ids()[1], ids().at(-1)], [100, 'v50', 'v102', 'v3'])
  assert.equal(getPlaybackPositions(ada), getPlaybackPositions(ada))
  assert.deepEqual(getPlaybackPositions(ada), readPlaybackPositions(ada))
})

test('stores playback positions separately for each account and for signed-out visitors', () => {
  storePlaybackPosition('', 'a', 40, 100)
  storePlaybackPosition(ada, 'b', 40, 100)
  assert.deepEqual([ids(''), ids(), ids('ben')], [['a'], ['b'], []])
  assert.deepEqual(
    readPlaybackPositions().map(({ id }) => id),
    ['a'],
  )
})

test('ignores malformed playback positions and tolerates unavailable storage', () => {
  for (const raw of ['nonsense', '{"a":1}', '[null]', '[{"id":"a"}]', '[{"id":"a","seconds":-4,"at":1}]']) {
    kept.set('positions:ada', raw)
    assert.deepEqual(readPlaybackPositions(ada), [], raw)
  }
  const set = storage.setItem
  storage.setItem = () => {
    throw new Error('full')
  }
  storePlaybackPosition(ada, 'a', 40, 100)
  storage.setItem = set
  assert.deepEqual(ids(), [])
})

test('notifies the video cards on the page when a saved playback position changes', () => {
  let notifications = 0
  const stop = subscribeToPlaybackPositions(() => (notifications += 1))
  storePlaybackPosition(ada, 'a', 40, 100)
  removePlaybackPosition(ada, 'a')
  stop()
  storePlaybackPosition(ada, 'b', 40, 100)
  assert.equal(notifications, 2)
})

test('merges newer playback positions from other devices, and deletes positions of videos finished there', () => {
  storePlaybackPosition(ada, 'a', 40, 100)
  storePlaybackPosition(ada, 'b', 40, 100)
  storePlaybackPosition(ada, 'c', 40, 100)
  const now = Date.now()
  mergeSyncedPlaybackPositions(ada, [
    { id: 'a', seconds: 80, at: now + 5000 },
    { id: 'b', seconds: 50, at: now - 60_000 },
    { id: 'c', seconds: 0, at: now + 5000 },
    { id: 'd', seconds: 60, at: now - 60_000 },
    { id: 'e', seconds: 0, at: now },
  ])
  assert.deepEqual(
    readPlaybackPositions(ada).map(({ id, seconds }) => [id, seconds]),
    [
      ['a', 80],
      ['b', 40],
      ['d', 60],
    ],
  )
  removeAllPlaybackPositions(ada)
  assert.equal(kept.size, 0)
})

test('playback resumes at the local or the synced position, whichever is newer', () => {
  storePlaybackPosition(ada, 'a', 40, 100)
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
  assert.equal(findPlaybackPosition(ada, 'a', { seconds: 70, watched_at: iso(5000) }), 70)
  assert.equal(findPlaybackPosition(ada, 'a', { seconds: 70, watched_at: iso(-5000) }), 40)
  assert.equal(findPlaybackPosition(ada, 'a', { seconds: 0, watched_at: iso(5000) }), undefined)
  assert.equal(findPlaybackPosition(ada, 'b', { seconds: 70, watched_at: iso(-5000) }), 70)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import {
  findNextInPlaylistQueue,
  orderPlaylistQueue,
  parsePlaylistQueueSettings,
  formatPlaylistQueueQuery,
} from './playlist-queue-order.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => ({ id }))
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
const once = { loop: false }

test('reads the playlist, the shuffle seed, the loop setting and the “Play all” setting from the URL', () => {
  assert.equal(parsePlaylistQueueSettings('?t=4'), null)
  assert.deepEqual(parsePlaylistQueueSettings('?list=x'), {
    list: 'x',
    shuffle: null,
    loop: false,
    playAll: false,
  })
  assert.deepEqual(parsePlaylistQueueSettings('?list=x&shuffle=42&loop=1&play=all'), {
    list: 'x',
    shuffle: 42,
    loop: true,
    playAll: true,
  })
  assert.deepEqual(parsePlaylistQueueSettings('?list=x&shuffle=no'), {
    list: 'x',
    shuffle: null,
    loop: false,
    playAll: false,
  })
})

test('writing queue settings to a URL and reading them back does not change them', () => {
  for (const settings of [
    { list: 'x', shuffle: null, loop: false, playAll: false },
    { list: 'watch-later', shuffle: 7, loop: true, playAll: true },
  ])
    assert.deepEqual(parsePlaylistQueueSettings(`?${formatPlaylistQueueQuery(settings)}`), settings)
})

test('a shuffled queue contains every video once, and its order depends on the seed', () => {
  assert.deepEqual(idsOf(orderPlaylistQueue(items, { shuffle: null })), idsOf(items))
  const shuffled = idsOf(orderPlaylistQueue(items, { shuffle: 7 }))
  assert.deepEqual(shuffled.toSorted(), idsOf(items))
  assert.deepEqual(idsOf(orderPlaylistQueue(items, { shuffle: 7 })), shuffled)
  const orders = new Set(
    [1, 2, 3, 4, 5].map((shuffle) => idsOf(orderPlaylistQueue(items, { shuffle })).join('')),
  )
  assert.ok(orders.size >= 4)
})

test('a disappearing video does not change the shuffled order of the remaining videos', () => {
  const shuffled = idsOf(orderPlaylistQueue(items, { shuffle: 7 }))
  const gone = shuffled[3]!
  const rest = orderPlaylistQueue(
    items.filter(({ id }) => id !== gone),
    { shuffle: 7 },
  )
  assert.deepEqual(
    idsOf(rest),
    shuffled.filter((id) => id !== gone),
  )
})

test('the queue ends after the last video, or starts again if loop is on', () => {
  assert.equal(findNextInPlaylistQueue(items, 'a', once)!.id, 'b')
  assert.equal(findNextInPlaylistQueue(items, 'h', once), undefined)
  assert.equal(findNextInPlaylistQueue(items, 'h', { loop: true })!.id, 'a')
  assert.equal(findNextInPlaylistQueue(items.slice(0, 1), 'a', { loop: true }), undefined)
})

test('if the current video disappears, playback continues with the next remaining video', () => {
  const known = idsOf(items)
  const left = items.filter(({ id }) => !'cd'.includes(id))
  assert.equal(findNextInPlaylistQueue(left, 'c', once, known)!.id, 'e')
  assert.equal(findNextInPlaylistQueue(left.slice(0, 2), 'c', once, known), undefined)
  assert.equal(findNextInPlaylistQueue(left.slice(0, 2), 'c', { loop: true }, known)!.id, 'a')
})

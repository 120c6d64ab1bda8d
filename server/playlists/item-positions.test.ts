import assert from 'node:assert/strict'
import test from 'node:test'
import { computeNewPlaylistOrder, playlistPositionGap } from './item-positions.ts'

const items = (...positions: number[]) =>
  positions.map((position, index) => ({ content_id: `${index}`, position }))

test('a moved video gets a position between its new neighbors', () => {
  assert.deepEqual(computeNewPlaylistOrder(items(100, 200), 'x', 1), { position: 150 })
  assert.deepEqual(computeNewPlaylistOrder(items(100, 200), 'x', 0), { position: 50 })
  assert.deepEqual(computeNewPlaylistOrder(items(100, 200), 'x', 2), { position: 200 + playlistPositionGap })
})

test('a playlist with no free position for a moved video is renumbered in the new order', () => {
  assert.deepEqual(computeNewPlaylistOrder(items(100, 101), 'x', 1), { renumbered: ['0', 'x', '1'] })
  assert.deepEqual(computeNewPlaylistOrder(items(1, 2), 'x', 0), { renumbered: ['x', '0', '1'] })
})

test('twenty moves into the same gap in a playlist need no renumbering', () => {
  let others = items(playlistPositionGap, 2 * playlistPositionGap)
  for (let move = 0; move < 20; move += 1) {
    const placed = computeNewPlaylistOrder(others, 'x', 1)
    assert.ok('position' in placed, `move ${move}`)
    others = [others[0]!, { content_id: `moved ${move}`, position: placed.position }]
  }
})

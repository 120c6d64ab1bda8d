import assert from 'node:assert/strict'
import test from 'node:test'
import { nextEpisodeNumber } from './series-numbers.ts'

const lastNumbers = [
  { season: 1, episode: 8 },
  { season: 2, episode: 3 },
]

test('proposes the first episode of the first season for an empty series', () => {
  assert.deepEqual(nextEpisodeNumber([]), { season: 1, episode: 1 })
})

test('proposes the number after the last episode, of the last season by default', () => {
  assert.deepEqual(nextEpisodeNumber(lastNumbers), { season: 2, episode: 4 })
  assert.deepEqual(nextEpisodeNumber(lastNumbers, 1), { season: 1, episode: 9 })
  assert.deepEqual(nextEpisodeNumber(lastNumbers, 5), { season: 5, episode: 1 })
})

test('proposes the next season after the highest episode number', () => {
  assert.deepEqual(nextEpisodeNumber([{ season: 1, episode: 999 }]), { season: 2, episode: 1 })
  assert.deepEqual(nextEpisodeNumber([{ season: 99, episode: 999 }]), { season: 99, episode: 999 })
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { getNextEpisodeNumber } from './episode-numbers.ts'

const lastNumbers = [
  { season: 1, episode: 8 },
  { season: 2, episode: 3 },
]

test('suggests season 1, episode 1 for an empty series', () => {
  assert.deepEqual(getNextEpisodeNumber([]), { season: 1, episode: 1 })
})

test('suggests the next episode number, in the last season by default', () => {
  assert.deepEqual(getNextEpisodeNumber(lastNumbers), { season: 2, episode: 4 })
  assert.deepEqual(getNextEpisodeNumber(lastNumbers, 1), { season: 1, episode: 9 })
  assert.deepEqual(getNextEpisodeNumber(lastNumbers, 5), { season: 5, episode: 1 })
})

test('suggests the next season when the last season already has the highest possible episode number', () => {
  assert.deepEqual(getNextEpisodeNumber([{ season: 1, episode: 999 }]), { season: 2, episode: 1 })
  assert.deepEqual(getNextEpisodeNumber([{ season: 99, episode: 999 }]), { season: 99, episode: 999 })
})

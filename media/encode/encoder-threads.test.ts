import assert from 'node:assert/strict'
import test from 'node:test'
import { buildBitrateLadder } from './bitrate-ladder.ts'
import { allocateEncoderThreads } from './encoder-threads.ts'

const ladder = buildBitrateLadder({ width: 1920, height: 1080, fps: 30 })

test('each rung gets two threads on a machine with two processors, so that both are used', () => {
  assert.deepEqual(allocateEncoderThreads(ladder, 2), [2, 2, 2, 2, 2, 2])
})

test('each rung gets one thread on a machine with one processor', () => {
  assert.deepEqual(allocateEncoderThreads(ladder, 1), [1, 1, 1, 1, 1, 1])
})

test('on a larger machine, large rungs get more threads than small rungs', () => {
  assert.deepEqual(allocateEncoderThreads(ladder, 16), [2, 2, 2, 2, 4, 9])
})

test('a rung that is encoded alone gets all processors', () => {
  assert.deepEqual(allocateEncoderThreads([ladder[1]!], 8), [8])
})

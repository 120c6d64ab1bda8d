import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseCrf } from './choose-crf.ts'

const trials = [
  { crf: 30, quality: 20, bytes: 800 },
  { crf: 38, quality: 18, bytes: 400 },
  { crf: 46, quality: 14, bytes: 200 },
]

test('chooses the highest whole CRF that is as good as the original', () => {
  const choose = (quality: number) => chooseCrf(trials, { quality, bytes: 2000 }, 0.7)
  assert.equal(choose(18), 38)
  assert.equal(choose(19), 34)
  // The quality falls by half a decibel with each step.
  assert.equal(choose(15.2), 43)
})

test('chooses a higher CRF if the encode would not save enough bytes', () => {
  const choose = (bytes: number) => chooseCrf(trials, { quality: 19, bytes }, 0.5)
  assert.equal(choose(2000), 34)
  assert.equal(choose(800), 38)
  // Between 400 and 200 bytes, each step saves 8.3%.
  assert.equal(choose(600), 42)
})

test('never chooses a CRF outside the range of the trials', () => {
  assert.equal(chooseCrf(trials, { quality: 25, bytes: 2000 }, 0.7), 30)
  assert.equal(chooseCrf(trials, { quality: 5, bytes: 2000 }, 0.7), 46)
  assert.equal(chooseCrf(trials, { quality: 20, bytes: 100 }, 0.7), 46)
})

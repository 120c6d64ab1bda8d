import assert from 'node:assert/strict'
import test from 'node:test'
import { bitrateAtQuality, computeBdRate, upperHull } from './bd-rate.ts'

const curve = (factor: number) =>
  [1, 2, 4, 8].map((rate, i) => ({ bitrate: rate * factor * 100_000, quality: 10 + 3 * i - 0.2 * i * i }))

test('the BD-rate of a curve that needs 20% fewer bits at each quality is −20%', () => {
  assert.ok(Math.abs(computeBdRate(curve(1), curve(0.8))! + 0.2) < 1e-9)
  assert.ok(Math.abs(computeBdRate(curve(0.8), curve(1))! - 0.25) < 1e-9)
  assert.equal(computeBdRate(curve(1), curve(1)), 0)
})

test('only qualities that both curves reach are compared', () => {
  assert.ok(Math.abs(computeBdRate(curve(1), curve(0.5).slice(1))! + 0.5) < 1e-9)
  const better = curve(1).map(({ bitrate, quality }) => ({ bitrate, quality: quality + 100 }))
  assert.equal(computeBdRate(curve(1), better), undefined)
})

test('points that need more bits than others for the same quality do not count', () => {
  const worse = { bitrate: 700_000, quality: 11 }
  assert.deepEqual(upperHull([...curve(1), worse]), curve(1))
  assert.equal(computeBdRate([...curve(1), worse], curve(1)), 0)
})

test('the bit rate for a quality is interpolated on a logarithmic scale', () => {
  const points = [
    { bitrate: 100_000, quality: 10 },
    { bitrate: 400_000, quality: 12 },
  ]
  assert.ok(Math.abs(bitrateAtQuality(points, 11) - 200_000) < 1e-3)
  assert.ok(Math.abs(bitrateAtQuality(points, 20) - 400_000) < 1e-3)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { buildAreaPath, buildLinePath, roundUpAxisMax } from './chart-paths.ts'

test('breaks a chart line at missing values instead of drawing zero', () => {
  assert.equal(buildLinePath([0, 5, null, 10, null, 5, 5], 10), 'M0 100L1 50M3 0h0.01M5 50L6 50')
  assert.equal(buildAreaPath([null, 5, 10], 10), 'M1 100L1 50L2 0L2 100Z')
  assert.equal(buildLinePath([null, null], 10), '')
})

test('rounds the maximum of the axis up, so that every value fits on the chart', () => {
  const tops = [
    [0, 1],
    [1, 1],
    [1.01, 1.5],
    [3, 3],
    [9, 10],
    [0.0123, 0.015],
    [4200, 6000],
  ] as const
  for (const [most, top] of tops)
    assert.ok(Math.abs(roundUpAxisMax(most) - top) < 1e-9, `${most}: ${roundUpAxisMax(most)}`)
  assert.equal(roundUpAxisMax(210 * 1024 ** 2, 1024 ** 2), 300 * 1024 ** 2)
})

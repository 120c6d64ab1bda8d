import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseBandwidthShares } from './buffer-safety.ts'

test('with little video in the buffer, the bitrate stays far below the bandwidth', () => {
  assert.deepEqual(chooseBandwidthShares(0), { keep: 0.6, raise: 0.4 })
  assert.deepEqual(chooseBandwidthShares(4), { keep: 0.6, raise: 0.4 })
})

test('with a full buffer, the bitrate may take up most of the bandwidth', () => {
  assert.deepEqual(chooseBandwidthShares(24), { keep: 0.95, raise: 0.8 })
  assert.deepEqual(chooseBandwidthShares(600), { keep: 0.95, raise: 0.8 })
})

test('the shares grow with the buffer, and a higher quality always needs more spare bandwidth', () => {
  const shares = [4, 8, 12, 16, 20, 24].map(chooseBandwidthShares)
  for (const [at, { keep, raise }] of shares.entries()) {
    assert.ok(raise < keep)
    if (at > 0) assert.ok(keep > shares[at - 1]!.keep && raise > shares[at - 1]!.raise)
  }
})

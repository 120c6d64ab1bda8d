import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiError } from '#contract/errors/api-error.ts'
import { loadConfig } from '#server/platform/config.ts'
import { enforceRateLimit } from './activity-rate-limits.ts'

test('allows an action every second until the daily limit is reached, then reports how long to wait', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  loadConfig({})
  const refusals: [number, ApiError][] = []
  for (let second = 0; second < 600; second += 1) {
    t.mock.timers.setTime(second * 1000)
    try {
      enforceRateLimit('comments', 'ada')
    } catch (thrown) {
      assert.ok(thrown instanceof ApiError)
      refusals.push([second, thrown])
    }
  }
  const [at, { code, status, retryAfter }] = refusals[0]!
  assert.deepEqual([at, code, status, retryAfter], [500, 'enough_today', 429, 24 * 3600 - 500])
  assert.equal(refusals.length, 100)
  enforceRateLimit('comments', 'ben')
  t.mock.timers.setTime(24 * 3600_000)
  enforceRateLimit('comments', 'ada')
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { liveUpdateTimings } from './live-update-limits.ts'
import * as limits from './limits.ts'

/*
 * The specification defines the numbers in this test. Change these numbers only if the specification changes
 * too.
 */

test('limits, intervals and page sizes match the numbers in the specification', () => {
  assert.deepEqual(limits.processingStatusPollingSettings, {
    firstDelay: 1500,
    interval: 3000,
    maxAttempts: 60,
  })
  assert.equal(limits.afterUploadRedirectDelayMs, 1200)
  assert.equal(limits.dashboardRefreshIntervalMs, 10_000)
  assert.deepEqual(limits.ageLimits, { min: 13, max: 19, adult: 18 })
  assert.deepEqual([limits.passwordMinLengthAtSignUp, limits.passwordMinLengthOnChange], [6, 8])
  assert.equal(limits.usernameChangeCooldownDays, 30)
  assert.deepEqual([limits.maxItemsPerContentRow, limits.maxRelatedItems], [12, 12])
  assert.deepEqual(limits.spotlightLimits, { days: 7, perCategory: 12 })
  assert.deepEqual(limits.playerControlSettings, {
    skipSeconds: 10,
    seekStep: 0.1,
    volumeStep: 0.1,
    controlsHide: 2000,
  })
  assert.equal(limits.imageCacheSeconds, 3600)
  assert.deepEqual(liveUpdateTimings, {
    heartbeat: 25_000,
    recheck: 8_000,
    timeout: 10_000,
    reconnect: [1000, 2000, 5000, 10_000],
    buffer: 100,
  })
})

test('formats the maximum upload size of each upload type', () => {
  const shown = (['music', 'show', 'story', 'talent', 'challenge', 'live', 'movie'] as const).map(
    (type) => `${type} ${limits.getMaxUploadBytes(type) / 1024 / 1024} ${limits.getMaxUploadSizeLabel(type)}`,
  )
  assert.deepEqual(shown, [
    'music 1000 1.0GB',
    'show 2000 2.0GB',
    'story 300 300MB',
    'talent 800 800MB',
    'challenge 1200 1.2GB',
    'live 3000 3.0GB',
    'movie 2000 2.0GB',
  ])
})

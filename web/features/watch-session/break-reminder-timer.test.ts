import assert from 'node:assert/strict'
import test from 'node:test'
import {
  isBreakReminderDue,
  minPauseToResetWatchTimeMs,
  addPlaybackInterval,
  type ContinuousWatchTime,
} from './break-reminder-timer.ts'

const minute = 60_000

/** Simulates a tab that plays from `from` to `to` and reports its position every second. */
function plays(watched: ContinuousWatchTime, from: number, to: number): ContinuousWatchTime {
  let now = watched
  for (let at = from; at < to; at += 1000) now = addPlaybackInterval(now, at, Math.min(at + 1000, to))
  return now
}

const fresh: ContinuousWatchTime = { ms: 0, at: 0 }
const noon = 12 * 60 * minute

test('suggests a break after exactly one hour of playback, and never if turned off', () => {
  const almost = plays(fresh, noon, noon + 60 * minute - 1000)
  assert.equal(isBreakReminderDue(almost, 60), false)
  const hour = plays(almost, noon + 60 * minute - 1000, noon + 60 * minute)
  assert.equal(isBreakReminderDue(hour, 60), true)
  assert.equal(isBreakReminderDue(hour, 90), false)
  assert.equal(isBreakReminderDue(hour, 0), false)
})

test('excludes pauses from the watch time, and resets the watch time after a ten-minute pause', () => {
  const first = plays(fresh, noon, noon + 40 * minute)
  const short = plays(first, noon + 49 * minute, noon + 59 * minute)
  assert.equal(short.ms, 50 * minute)
  const long = plays(first, noon + 40 * minute + minPauseToResetWatchTimeMs, noon + 60 * minute)
  assert.equal(long.ms, 10 * minute)
})

test('adds up playback in two tabs and counts simultaneous playback once', () => {
  const one = plays(fresh, noon, noon + 20 * minute)
  assert.equal(plays(one, noon + 20 * minute, noon + 40 * minute).ms, 40 * minute)
  let both = fresh
  for (let at = noon; at < noon + 30 * minute; at += 1000) {
    both = addPlaybackInterval(both, at, at + 1000)
    both = addPlaybackInterval(both, at + 300, at + 1300)
  }
  assert.equal(Math.round(both.ms / minute), 30)
})

test('treats the time during which a laptop is closed as a pause', () => {
  const before = plays(fresh, noon, noon + 30 * minute)
  // While a laptop sleeps for two hours, its timers do not fire. The sleep counts as a pause, so the watch
  // time is reset.
  const after = addPlaybackInterval(before, noon + 30 * minute, noon + 150 * minute)
  assert.equal(after.ms, 0)
  assert.equal(plays(after, noon + 150 * minute, noon + 151 * minute).ms, minute)
  const afterPause = addPlaybackInterval(before, noon + 30 * minute, noon + 35 * minute)
  assert.equal(afterPause.ms, 30 * minute)
})

test('loses no watch time when the clock is set back', () => {
  const before = plays(fresh, noon, noon + 30 * minute)
  assert.ok(addPlaybackInterval(before, noon - 60 * minute, noon - 60 * minute + 1000).ms >= before.ms)
})

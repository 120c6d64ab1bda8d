import assert from 'node:assert/strict'
import test from 'node:test'
import {
  isBreakDue,
  watchTimeResetMs,
  extendWatchTime,
  type ContinuousWatchTime,
} from './break-reminder-timer.ts'

const minute = 60_000

/** A tab that plays from `from` to `to`, telling every second. */
function plays(watched: ContinuousWatchTime, from: number, to: number): ContinuousWatchTime {
  let now = watched
  for (let at = from; at < to; at += 1000) now = extendWatchTime(now, at, Math.min(at + 1000, to))
  return now
}

const fresh: ContinuousWatchTime = { ms: 0, at: 0 }
const noon = 12 * 60 * minute

test('an hour of playing is due after an hour, not a second before; never where it is off', () => {
  const almost = plays(fresh, noon, noon + 60 * minute - 1000)
  assert.equal(isBreakDue(almost, 60), false)
  const hour = plays(almost, noon + 60 * minute - 1000, noon + 60 * minute)
  assert.equal(isBreakDue(hour, 60), true)
  assert.equal(isBreakDue(hour, 90), false)
  assert.equal(isBreakDue(hour, 0), false)
})

test('paused is not playing, and ten minutes of it begin anew', () => {
  const first = plays(fresh, noon, noon + 40 * minute)
  const short = plays(first, noon + 49 * minute, noon + 59 * minute)
  assert.equal(short.ms, 50 * minute)
  const long = plays(first, noon + 40 * minute + watchTimeResetMs, noon + 60 * minute)
  assert.equal(long.ms, 10 * minute)
})

test('two tabs one after the other add up, two at once count once', () => {
  const one = plays(fresh, noon, noon + 20 * minute)
  assert.equal(plays(one, noon + 20 * minute, noon + 40 * minute).ms, 40 * minute)
  let both = fresh
  for (let at = noon; at < noon + 30 * minute; at += 1000) {
    both = extendWatchTime(both, at, at + 1000)
    both = extendWatchTime(both, at + 300, at + 1300)
  }
  assert.equal(Math.round(both.ms / minute), 30)
})

test('a lid that was shut while it played is a pause', () => {
  const before = plays(fresh, noon, noon + 30 * minute)
  // The timer comes back after two hours; the next seconds are the first of a new count.
  const after = extendWatchTime(before, noon + 30 * minute, noon + 150 * minute)
  assert.equal(after.ms, 0)
  assert.equal(plays(after, noon + 150 * minute, noon + 151 * minute).ms, minute)
  const nap = extendWatchTime(before, noon + 30 * minute, noon + 35 * minute)
  assert.equal(nap.ms, 30 * minute)
})

test('a clock that is set back takes nothing away', () => {
  const before = plays(fresh, noon, noon + 30 * minute)
  assert.ok(extendWatchTime(before, noon - 60 * minute, noon - 60 * minute + 1000).ms >= before.ms)
})

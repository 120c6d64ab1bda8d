import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createAdBreakSchedule } from './ad-break-schedule.ts'

/** Returns the ad breaks that are shown when playback reaches the given times one after another. */
const shownBreaks = (breaks: number[], times: number[]) => {
  const schedule = createAdBreakSchedule(breaks)
  return times.map((time) => schedule.take(time)).filter((at) => at !== undefined)
}

test('shows the default ad break at 0 s once, before the first frame', () => {
  assert.deepEqual(shownBreaks([0], [0, 0, 5, 0, 60]), [0])
})

test('starts each ad break at its time and only once per view, even after seeking back', () => {
  assert.deepEqual(shownBreaks([0, 10, 20], [0, 5, 10.2, 15, 20, 3, 10, 20, 25]), [0, 10, 20])
})

test('shows only the last ad break after seeking over several', () => {
  assert.deepEqual(shownBreaks([0, 10, 20, 30], [0, 25, 26]), [0, 20])
})

test('shows only the last ad break before the start position when playback resumes in the middle', () => {
  assert.deepEqual(shownBreaks([0, 10, 20], [15, 16, 20.1]), [10, 20])
})

test('announces an ad break once, in the seconds before it', () => {
  const schedule = createAdBreakSchedule([10])
  const soon = [3, 6, 9.9].map((time) => schedule.isSoon(time, 5))
  assert.deepEqual(soon, [false, true, true])
  schedule.take(10)
  assert.equal(schedule.isSoon(9, 5), false)
})

test('shows no ad if the schedule has no breaks', () => {
  assert.deepEqual(shownBreaks([], [0, 100]), [])
})

test('never shows an ad break twice, early or out of order for any sequence of seeks', () => {
  const times = fc.array(fc.double({ min: 0, max: 100, noNaN: true }))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100)), times, (breaks, seekTimes) => {
      const schedule = createAdBreakSchedule(breaks)
      let last = -1
      for (const seekTime of seekTimes) {
        const at = schedule.take(seekTime)
        if (at === undefined) continue
        assert.ok(at <= seekTime && at > last && breaks.includes(at))
        last = at
      }
    }),
  )
})

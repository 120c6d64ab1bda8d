import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createAdBreakSchedule } from './ad-break-schedule.ts'

/** What is shown when the video is at these times, one after the other. */
const shown = (breaks: number[], times: number[]) => {
  const schedule = createAdBreakSchedule(breaks)
  return times.map((time) => schedule.take(time)).filter((at) => at !== undefined)
}

test('the default, one break at 0, comes before the first picture and never again', () => {
  assert.deepEqual(shown([0], [0, 0, 5, 0, 60]), [0])
})

test('breaks come as their times are reached, each once a view, also after going back', () => {
  assert.deepEqual(shown([0, 10, 20], [0, 5, 10.2, 15, 20, 3, 10, 20, 25]), [0, 10, 20])
})

test('a seek over several breaks shows the last one missed', () => {
  assert.deepEqual(shown([0, 10, 20, 30], [0, 25, 26]), [0, 20])
})

test('who resumes in the middle sees one break, the last before', () => {
  assert.deepEqual(shown([0, 10, 20], [15, 16, 20.1]), [10, 20])
})

test('a break is soon in the seconds before it, once', () => {
  const schedule = createAdBreakSchedule([10])
  const soon = [3, 6, 9.9].map((time) => schedule.isSoon(time, 5))
  assert.deepEqual(soon, [false, true, true])
  schedule.take(10)
  assert.equal(schedule.isSoon(9, 5), false)
})

test('without breaks nothing is shown', () => {
  assert.deepEqual(shown([], [0, 100]), [])
})

test('whatever one does, no break is shown twice, none before its time, and none after a later one', () => {
  const times = fc.array(fc.double({ min: 0, max: 100, noNaN: true }))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100)), times, (breaks, moments) => {
      const schedule = createAdBreakSchedule(breaks)
      let last = -1
      for (const moment of moments) {
        const at = schedule.take(moment)
        if (at === undefined) continue
        assert.ok(at <= moment && at > last && breaks.includes(at))
        last = at
      }
    }),
  )
})

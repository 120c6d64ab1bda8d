import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { defaultEncodeSpeed, getEncodingTimeLimit, estimateEncodeWork } from './encode-speed.ts'
import { TranscodeTimeoutError, PausableTimeout } from './pausable-timeout.ts'

/**
 * Mocks the two clocks that the timeout uses (`setTimeout` and `performance.now`) and returns a function that
 * advances both by a number of seconds.
 */
function clock(t: { after: (undo: () => void) => void }) {
  let now = 0
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
  t.after(() => {
    mock.timers.reset()
    mock.restoreAll()
  })
  return (seconds: number) => {
    now += seconds * 1000
    mock.timers.tick(seconds * 1000)
  }
}

test('times out exactly once when the work exceeds its time limit', (t) => {
  const pass = clock(t)
  const ends: Error[] = []
  const timer = new PausableTimeout(60, (error) => ends.push(error))
  pass(59)
  assert.equal(ends.length, 0)
  pass(2)
  pass(3600)
  assert.equal(ends.length, 1)
  assert.ok(ends[0] instanceof TranscodeTimeoutError)
  timer.end()
})

test('does not count the time during which a timeout is paused', (t) => {
  const pass = clock(t)
  const ends: Error[] = []
  const timer = new PausableTimeout(60, (error) => ends.push(error))
  pass(30)
  timer.pause()
  timer.pause()
  pass(48 * 3600)
  timer.resume()
  timer.resume()
  pass(29)
  assert.equal(ends.length, 0)
  pass(2)
  assert.equal(ends.length, 1)
})

test('restarting a timeout replaces its time limit, and a cancelled timeout never fires', (t) => {
  const pass = clock(t)
  const ends: Error[] = []
  const timer = new PausableTimeout(60, (error) => ends.push(error))
  timer.restart(600)
  pass(599)
  timer.end()
  pass(3600)
  assert.deepEqual(ends, [])
})

const film = (fps: number) =>
  ({ width: 1920, height: 1080, fps, duration: 7200 }) as Parameters<typeof estimateEncodeWork>[0]

test('estimates that encoding at 60 frames per second takes nearly twice as much work as at 30', () => {
  const ratio = estimateEncodeWork(film(60)) / estimateEncodeWork(film(30))
  assert.ok(ratio > 1.7 && ratio <= 2, `${ratio}`)
})

test('allows more than six hours to encode two hours of 1080p60 video, whatever encoding speed was measured', () => {
  const work = estimateEncodeWork(film(60))
  for (const speed of [null, defaultEncodeSpeed / 3, defaultEncodeSpeed * 10])
    assert.ok(getEncodingTimeLimit(work, speed) > 6 * 3600, `${speed}: ${getEncodingTimeLimit(work, speed)}`)
  assert.ok(getEncodingTimeLimit(0, null) >= 3600)
})

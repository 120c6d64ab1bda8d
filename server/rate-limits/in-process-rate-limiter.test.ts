import assert from 'node:assert/strict'
import test from 'node:test'
import { createRateLimiter } from './in-process-rate-limiter.ts'

test('limits calls per key and period without counting rejected calls', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const secondsFor = createRateLimiter({ most: 3, minutes: 1 })
  for (const at of [0, 10_000, 20_000]) {
    t.mock.timers.setTime(at)
    assert.equal(secondsFor('ada'), 0)
  }
  for (let again = 0; again < 50; again += 1) assert.equal(secondsFor('ada'), 40)
  assert.equal(secondsFor('ben'), 0)
  t.mock.timers.setTime(60_000)
  assert.equal(secondsFor('ada'), 0)
  assert.equal(secondsFor('ada'), 10)
})

test('remembers a rate-limited key until its latest call is outside the time window', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const secondsFor = createRateLimiter({ most: 2, minutes: 1 })
  assert.equal(secondsFor('ada'), 0)
  assert.equal(secondsFor('ben'), 0)
  t.mock.timers.setTime(50_000)
  assert.equal(secondsFor('ada'), 0)
  t.mock.timers.setTime(70_000)
  assert.equal(secondsFor('ben'), 0)
  assert.equal(secondsFor('ada'), 0)
  assert.equal(secondsFor('ada'), 40)
})

import test from 'node:test'
import assert from 'node:assert/strict'
import { createUploadSpeedMeter, formatTimeLeft } from './upload-speed.ts'

const format = (seconds: number) => formatTimeLeft(seconds).replaceAll('\u00a0', ' ')

test('measures the upload speed only over the last few seconds', () => {
  const meter = createUploadSpeedMeter()
  for (let second = 0; second <= 10; second++) meter.add(second * 1000, second * 1000)
  assert.equal(meter.speed(), 1000)
  for (let second = 11; second <= 20; second++) meter.add(10_000 + (second - 10) * 5000, second * 1000)
  assert.equal(meter.speed(), 5000)
})

test('reports no upload speed during the first half second of measurements', () => {
  const meter = createUploadSpeedMeter()
  meter.add(0, 0)
  meter.add(900_000, 100)
  assert.equal(meter.speed(), undefined)
})

test('never reports a negative upload speed after a reconnect', () => {
  const meter = createUploadSpeedMeter()
  meter.add(5000, 0)
  meter.add(9000, 1000)
  meter.add(6000, 2000)
  assert.equal(meter.speed(), undefined)
  meter.add(8000, 3000)
  assert.equal(meter.speed(), 2000)
})

test('formats the time left with non-breaking spaces', () => {
  assert.doesNotMatch(formatTimeLeft(41), / /)
  assert.equal(format(2), 'a few seconds left')
  assert.equal(format(41), 'about 45 s left')
  assert.equal(format(61), 'about 2 min left')
  assert.equal(format(3900), 'about 1 h 5 min left')
})

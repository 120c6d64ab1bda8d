import assert from 'node:assert/strict'
import test from 'node:test'
import { MediaTimeline } from './media-timeline.ts'

test('starts at 0 and keeps the distance between sound and picture', () => {
  const timeline = new MediaTimeline(30_000)
  assert.equal(timeline.timeOf('audio', 5000, 0), 0)
  assert.equal(timeline.timeOf('video', 5010, 0), 10)
  assert.equal(timeline.timeOf('audio', 5023, 0), 23)
})

test('continues when the timestamps wrap around', () => {
  const timeline = new MediaTimeline(30_000)
  assert.equal(timeline.timeOf('video', 0xff_ff_ff_f0, 0), 0)
  assert.equal(timeline.timeOf('video', 0x10, 0), 32)
})

test('never goes backwards within a track', () => {
  const timeline = new MediaTimeline(30_000)
  timeline.timeOf('video', 1000, 0)
  assert.equal(timeline.timeOf('video', 2000, 0), 1000)
  assert.equal(timeline.timeOf('video', 1500, 0), 1000)
  assert.equal(timeline.timeOf('video', 2040, 0), 1040)
  // The first frame of the other track can be slightly older than the first frame of the broadcast.
  assert.equal(timeline.timeOf('audio', 980, 0), 0)
})

test('rejects timestamps far behind, in one step or in several', () => {
  const timeline = new MediaTimeline(30_000)
  timeline.timeOf('video', 5000, 0)
  timeline.timeOf('video', 4500, 0)
  timeline.timeOf('video', 4000, 0)
  assert.throws(() => timeline.timeOf('video', 3999, 0), { reason: 'timestamps_reversed' })
})

test('rejects timestamps that run ahead of the clock', () => {
  const timeline = new MediaTimeline(30_000)
  timeline.timeOf('video', 0, 1000)
  assert.equal(timeline.timeOf('video', 90_000, 61_000), 90_000)
  assert.throws(() => timeline.timeOf('video', 90_001, 61_000), { reason: 'timestamps_ahead' })
})

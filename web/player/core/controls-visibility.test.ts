import assert from 'node:assert/strict'
import test, { beforeEach, mock } from 'node:test'
import { createControlsVisibilityController } from './controls-visibility.ts'

let visible = true
const createVisibility = () => createControlsVisibilityController((now) => (visible = now))

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
  visible = true
})

test('hides the controls 2000 ms after the last pointer movement during playback', () => {
  const controls = createVisibility()
  controls.hold('paused', false)
  mock.timers.tick(1500)
  controls.wake()
  mock.timers.tick(1999)
  assert.equal(visible, true)
  mock.timers.tick(1)
  assert.equal(visible, false)
})

test('never hides the controls while the video is paused', () => {
  createVisibility().wake()
  mock.timers.tick(60_000)
  assert.equal(visible, true)
})

test('keeps the controls visible while a menu is open, then restarts the timer', () => {
  const controls = createVisibility()
  controls.hold('paused', false)
  controls.hold('menu', true)
  mock.timers.tick(10_000)
  assert.equal(visible, true)
  controls.hold('menu', false)
  mock.timers.tick(2000)
  assert.equal(visible, false)
})

test('shows the controls again when the video is paused', () => {
  const controls = createVisibility()
  controls.hold('paused', false)
  mock.timers.tick(2000)
  assert.equal(visible, false)
  controls.hold('paused', true)
  assert.equal(visible, true)
})

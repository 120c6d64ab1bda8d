import assert from 'node:assert/strict'
import test, { beforeEach, mock } from 'node:test'
import { createControlsVisibility } from './controls-visibility.ts'

let visible = true
const idle = () => createControlsVisibility((now) => (visible = now))

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
  visible = true
})

test('while playing, controls hide 2000 ms after the last movement', () => {
  const controls = idle()
  controls.hold('paused', false)
  mock.timers.tick(1500)
  controls.wake()
  mock.timers.tick(1999)
  assert.equal(visible, true)
  mock.timers.tick(1)
  assert.equal(visible, false)
})

test('while paused they never hide', () => {
  idle().wake()
  mock.timers.tick(60_000)
  assert.equal(visible, true)
})

test('an open menu or the keyboard inside keeps them, and letting go starts the clock anew', () => {
  const controls = idle()
  controls.hold('paused', false)
  controls.hold('menu', true)
  mock.timers.tick(10_000)
  assert.equal(visible, true)
  controls.hold('menu', false)
  mock.timers.tick(2000)
  assert.equal(visible, false)
})

test('pausing brings them back', () => {
  const controls = idle()
  controls.hold('paused', false)
  mock.timers.tick(2000)
  assert.equal(visible, false)
  controls.hold('paused', true)
  assert.equal(visible, true)
})

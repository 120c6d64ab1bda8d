import assert from 'node:assert/strict'
import test from 'node:test'
import { getShortcutCommand, type KeyboardFocusTarget } from './keyboard-shortcuts.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const inPlayer = (focus: KeyboardFocusTarget['focus']): KeyboardFocusTarget => ({ focus, inPlayer: true })
const player = inPlayer('nothing')
const page: KeyboardFocusTarget = { focus: 'nothing', inPlayer: false }
const press = (key: string, context = player, modifiers = {}) =>
  getShortcutCommand({ ...none, key, ...modifiers }, context)

test('each shortcut key runs its command, in upper or lower case', () => {
  assert.deepEqual(press(' '), { do: 'togglePlay' })
  assert.deepEqual(press('K'), { do: 'togglePlay' })
  assert.deepEqual(press('j'), { do: 'seekBy', by: -10 })
  assert.deepEqual(press('l'), { do: 'seekBy', by: 10 })
  assert.deepEqual(press('f'), { do: 'fullscreen' })
  assert.deepEqual(press('ArrowRight'), { do: 'seekBy', by: 5 })
  assert.deepEqual(press('ArrowDown'), { do: 'volumeBy', by: -0.1 })
  assert.deepEqual(press('7'), { do: 'seekToPart', part: 0.7 })
  assert.deepEqual(press('>', player, { shiftKey: true }), { do: 'rate', way: 1 })
  assert.deepEqual(press(','), { do: 'frame', way: -1 })
  assert.deepEqual(press('?', player, { shiftKey: true }), { do: 'keys' })
  assert.equal(press('x'), null)
})

test('ignores player shortcuts while the viewer is typing', () => {
  for (const key of ['k', ' ', '5', '?', 'ArrowLeft']) assert.equal(press(key, inPlayer('field')), null)
})

test("does not override the browser's own shortcuts", () => {
  assert.equal(press('f', player, { ctrlKey: true }), null)
  assert.equal(press('l', page, { metaKey: true }), null)
  assert.equal(press('ArrowLeft', page, { altKey: true }), null)
})

test('leaves the space bar to a focused button and the arrow keys to a focused slider', () => {
  assert.equal(press(' ', inPlayer('button')), null)
  assert.equal(press('ArrowUp', inPlayer('slider')), null)
  assert.deepEqual(press('ArrowUp', inPlayer('button')), { do: 'volumeBy', by: 0.1 })
  assert.deepEqual(press('m', inPlayer('slider')), { do: 'mute' })
})

test('lets the up and down keys scroll the page unless focus is in the player', () => {
  assert.equal(press('ArrowUp', page), null)
  assert.deepEqual(press('ArrowUp', player), { do: 'volumeBy', by: 0.1 })
})

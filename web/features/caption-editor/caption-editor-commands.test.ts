import assert from 'node:assert/strict'
import test from 'node:test'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { captionEditorShortcuts, findCaptionEditorCommand } from './caption-editor-commands.ts'

const press = (key: string, code: string, held: Partial<Record<'alt' | 'ctrl' | 'meta' | 'shift', true>>) =>
  findCaptionEditorCommand({
    key,
    code,
    altKey: Boolean(held.alt),
    ctrlKey: Boolean(held.ctrl),
    metaKey: Boolean(held.meta),
    shiftKey: Boolean(held.shift),
  })

test('editor shortcuts work on international and Mac keyboards, and never type a character', () => {
  assert.equal(press('s', 'KeyS', { alt: true }), 'split')
  assert.equal(press('ß', 'KeyS', { alt: true }), 'split', 'Option on a Mac')
  assert.equal(press('m', 'Semicolon', { alt: true }), 'merge', 'AZERTY')
  assert.equal(press('z', 'KeyZ', { meta: true, shift: true }), 'redo')
  assert.equal(press(' ', 'Space', { ctrl: true }), 'playPause')
  assert.equal(press('s', 'KeyS', {}), undefined)
  assert.equal(press('ś', 'KeyS', { ctrl: true, alt: true }), undefined, 'AltGr')
  assert.equal(press('ArrowUp', 'ArrowUp', { alt: true }), 'previous')
})

test('the shortcut dialog lists a shortcut for every editor command, and no two commands share a shortcut', () => {
  const keys = captionEditorShortcuts.flatMap(([, ...list]) => list)
  assert.equal(new Set(keys).size, keys.length)
  const listed = new Set<string>(captionEditorShortcuts.map(([command]) => command))
  for (const name of Object.keys(captionEditorMessages.shortcuts))
    assert.ok(listed.has(name) || ['title', 'hint', 'list', 'edit', 'nudge'].includes(name), name)
})

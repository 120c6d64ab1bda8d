import assert from 'node:assert/strict'
import test from 'node:test'
import { suggestTitle } from './title-from-file-name.ts'

test('suggests the file name as a title, without the extension and with spaces between the words', () => {
  assert.equal(suggestTitle('harbour_lights-final.MP4'), 'Harbour lights final')
  assert.equal(suggestTitle('My song (live).mov'), 'My song (live)')
  assert.equal(suggestTitle('Spider-Man dance_off.webm'), 'Spider-Man dance off')
  assert.equal(suggestTitle('élan.mp4'), 'Élan')
  assert.equal(suggestTitle('no extension'), 'No extension')
  assert.equal(suggestTitle('.mp4'), '')
})

test('a suggested title never exceeds the maximum title length', () => {
  assert.equal(suggestTitle(`${'a'.repeat(200)}.mp4`).length, 120)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { selectCaptions, reselectCaptions } from './caption-selection.ts'

const track = (language: string, is_default = false) => ({ url: '', language, name: language, is_default })
const plain = [track('de'), track('en'), track('pt-BR')]
const withDefault = [track('de'), track('en', true)]

test('captions are off until the viewer turns them on, and then use a language preferred by the browser', () => {
  assert.deepEqual(selectCaptions(plain, undefined, ['en-GB', 'de']), { shown: -1, preferred: 1 })
  assert.deepEqual(selectCaptions(plain, undefined, ['fr']), { shown: -1, preferred: 0 })
})

test('the creator’s default captions are shown unless the viewer has turned captions off', () => {
  assert.deepEqual(selectCaptions(withDefault, undefined, ['de']), { shown: 1, preferred: 1 })
  assert.deepEqual(selectCaptions(withDefault, 'off', ['de']), { shown: -1, preferred: 1 })
})

test('the viewer’s last caption language takes precedence, even if the region differs', () => {
  assert.deepEqual(selectCaptions(withDefault, 'de', []), { shown: 0, preferred: 0 })
  assert.deepEqual(selectCaptions(plain, 'pt', []), { shown: 2, preferred: 2 })
  assert.deepEqual(selectCaptions(plain, 'fr', ['en']), { shown: -1, preferred: 1 })
})

test('if the list of captions changes during playback, the player keeps the captions that are shown', () => {
  const [german, english] = [track('de'), track('en')]
  assert.equal(reselectCaptions([german, english], english, undefined), 1, 'another language before it')
  const automatic = { ...english, name: 'en (automatic)' }
  assert.equal(reselectCaptions([german, english], automatic, undefined), 1, 'replaced by a person')
  assert.equal(reselectCaptions([german], english, 'en'), -1, 'deleted')
  assert.equal(reselectCaptions([german, english], undefined, 'en'), 1, 'the viewer’s language is new')
  assert.equal(reselectCaptions(withDefault, undefined, undefined), -1, 'nothing is turned on')
  assert.equal(reselectCaptions(plain, undefined, 'off'), -1)
})

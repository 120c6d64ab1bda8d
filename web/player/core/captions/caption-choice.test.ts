import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseCaptions, keepShownCaptions } from './caption-choice.ts'

const track = (language: string, is_default = false) => ({ url: '', language, name: language, is_default })
const plain = [track('de'), track('en'), track('pt-BR')]
const withDefault = [track('de'), track('en', true)]

test('captions are off until the viewer turns them on, and then use a language preferred by the browser', () => {
  assert.deepEqual(chooseCaptions(plain, undefined, ['en-GB', 'de']), { shown: -1, preferred: 1 })
  assert.deepEqual(chooseCaptions(plain, undefined, ['fr']), { shown: -1, preferred: 0 })
})

test('the creator’s default captions are shown unless the viewer has turned captions off', () => {
  assert.deepEqual(chooseCaptions(withDefault, undefined, ['de']), { shown: 1, preferred: 1 })
  assert.deepEqual(chooseCaptions(withDefault, 'off', ['de']), { shown: -1, preferred: 1 })
})

test('the viewer’s last caption language takes precedence, even if the region differs', () => {
  assert.deepEqual(chooseCaptions(withDefault, 'de', []), { shown: 0, preferred: 0 })
  assert.deepEqual(chooseCaptions(plain, 'pt', []), { shown: 2, preferred: 2 })
  assert.deepEqual(chooseCaptions(plain, 'fr', ['en']), { shown: -1, preferred: 1 })
})

test('if the list of captions changes during playback, the player keeps the captions that are shown', () => {
  const [german, english] = [track('de'), track('en')]
  assert.equal(keepShownCaptions([german, english], english, undefined), 1, 'another language before it')
  const automatic = { ...english, name: 'en (automatic)' }
  assert.equal(keepShownCaptions([german, english], automatic, undefined), 1, 'replaced by a person')
  assert.equal(keepShownCaptions([german], english, 'en'), -1, 'deleted')
  assert.equal(keepShownCaptions([german, english], undefined, 'en'), 1, 'the viewer’s language is new')
  assert.equal(keepShownCaptions(withDefault, undefined, undefined), -1, 'nothing is turned on')
  assert.equal(keepShownCaptions(plain, undefined, 'off'), -1)
})

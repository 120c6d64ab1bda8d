import assert from 'node:assert/strict'
import test from 'node:test'
import { words } from './details.ts'

test('a deletion is told in the specification’s words, with the word of each type', () => {
  assert.equal(words.deleted, 'Content deleted')
  assert.equal(words.deletedText('movie'), 'Movie has been successfully deleted.')
  assert.equal(words.deletedText('tv_show'), 'TV show has been successfully deleted.')
  assert.equal(words.deleteFailed, 'Delete failed')
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { contentDetailsMessages } from './content-details.ts'

test('deletion messages match the specification', () => {
  assert.equal(contentDetailsMessages.deleted, 'Content deleted')
  assert.equal(contentDetailsMessages.deletedText({ type: 'movie' }), 'Movie has been successfully deleted.')
  assert.equal(
    contentDetailsMessages.deletedText({ type: 'tv_show' }),
    'TV show has been successfully deleted.',
  )
  assert.equal(contentDetailsMessages.deleteFailed, 'Delete failed')
})

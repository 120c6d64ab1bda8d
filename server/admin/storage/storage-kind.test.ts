import assert from 'node:assert/strict'
import test from 'node:test'
import { storageKindOf } from './storage-kind.ts'

test('recognizes the kind of a stored file by its key', () => {
  const kinds = {
    'media/p1/3/720p/0001.m4s': 'renditions',
    'media/p1/3/idle/av1/0.mp4': 'renditions',
    'media/p1/3/poster.webp': 'images',
    'media/p1/3/storyboard.vtt': 'images',
    'media/p1/cover/x.webp': 'images',
    'media/p1/live/3/720p/1.0.m4s': 'broadcasts',
    'uploads/0198': 'originals',
    'avatars/0198/a.webp': 'avatars',
    'exports/0198/e.zip': 'exports',
    'surprise/file': 'other',
  }
  for (const [key, kind] of Object.entries(kinds)) assert.equal(storageKindOf(key), kind, key)
})

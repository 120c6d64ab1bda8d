import assert from 'node:assert/strict'
import test from 'node:test'
import { createEmptyVideoDetails } from '../details/video-details.ts'
import {
  listQueuedFileKeys,
  readStoredUploadQueue,
  type StoredUploadQueueEntry,
  writeStoredUploadQueue,
} from './upload-queue-storage.ts'

function createStore() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const entry = (id: string, owner: string): StoredUploadQueueEntry => ({
  id,
  owner,
  fileName: `${id}.mp4`,
  fileSize: 5,
  lastModified: 1,
  details: createEmptyVideoDetails('music'),
  compress: false,
  isSubmitted: true,
  contentId: null,
  prepared: { key: `copy-of-${id}`, name: `${id}.mp4`, isCompressed: false },
})

test('the stored upload queue keeps the order of the videos and belongs to one account', () => {
  const store = createStore()
  writeStoredUploadQueue([entry('b', 'ada'), entry('a', 'ada'), entry('c', 'bea')], store)
  assert.deepEqual(
    readStoredUploadQueue('ada', store).map(({ id }) => id),
    ['b', 'a'],
  )
  assert.deepEqual(listQueuedFileKeys(store), ['copy-of-b', 'copy-of-a', 'copy-of-c'])
})

test('an empty upload queue stores nothing in the browser, and malformed data counts as an empty queue', () => {
  const store = createStore()
  writeStoredUploadQueue([entry('a', 'ada')], store)
  writeStoredUploadQueue([], store)
  assert.equal(store.values.size, 0)
  for (const damaged of ['{', '{}', '[null, {"id": 1}]']) {
    store.values.set('upload-queue', damaged)
    assert.deepEqual(readStoredUploadQueue('ada', store), [])
  }
})

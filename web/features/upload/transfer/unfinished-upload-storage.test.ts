import test from 'node:test'
import assert from 'node:assert/strict'
import {
  removeStoredUpload,
  saveUnfinishedUpload,
  findStoredUpload,
  listStoredUploads,
  type StoredUpload,
} from './unfinished-upload-storage.ts'

const createStore = () => {
  const storage = new Map<string, string>()
  return {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  }
}
const file = { name: 'clip.mp4', size: 9, lastModified: 5 }
const entry: StoredUpload = {
  owner: 'ada',
  contentId: 'c1',
  streamId: 's1',
  uploadURL: '/api/uploads/u1',
  type: 'music',
  title: 'Rooftop',
  fileName: file.name,
  fileSize: file.size,
  lastModified: file.lastModified,
}

test('recognizes the file of an unfinished upload, but not a changed file or another person’s file', () => {
  const store = createStore()
  saveUnfinishedUpload(entry, store)
  assert.equal(findStoredUpload('ada', file, store)?.contentId, 'c1')
  assert.equal(findStoredUpload('ada', { ...file, lastModified: 6 }, store), undefined)
  assert.equal(findStoredUpload('ada', { ...file, size: 10 }, store), undefined)
  assert.equal(findStoredUpload('bob', file, store), undefined)
})

test('deletes an unfinished upload from local storage once it is finished', () => {
  const store = createStore()
  saveUnfinishedUpload(entry, store)
  saveUnfinishedUpload({ ...entry, contentId: 'c2' }, store)
  removeStoredUpload('c1', store)
  assert.deepEqual(
    listStoredUploads('ada', store).map((one) => one.contentId),
    ['c2'],
  )
})

test('tolerates malformed unfinished uploads in local storage, and unavailable local storage', () => {
  const malformedStore = { getItem: () => '{"not": "a list"', setItem: () => assert.fail('full') }
  assert.deepEqual(listStoredUploads('ada', malformedStore), [])
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota')
    },
  }
  assert.doesNotThrow(() => saveUnfinishedUpload(entry, full))
})

import test from 'node:test'
import assert from 'node:assert/strict'
import { forget, remember, rememberedFor, rememberedOf, type Remembered } from './remembered.ts'

const shelf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const file = { name: 'clip.mp4', size: 9, lastModified: 5 }
const entry: Remembered = {
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

test('the same file is known again, a changed one is not, and another person does not see it', () => {
  const store = shelf()
  remember(entry, store)
  assert.equal(rememberedFor('ada', file, store)?.contentId, 'c1')
  assert.equal(rememberedFor('ada', { ...file, lastModified: 6 }, store), undefined)
  assert.equal(rememberedFor('ada', { ...file, size: 10 }, store), undefined)
  assert.equal(rememberedFor('bob', file, store), undefined)
})

test('what is finished is forgotten', () => {
  const store = shelf()
  remember(entry, store)
  remember({ ...entry, contentId: 'c2' }, store)
  forget('c1', store)
  assert.deepEqual(
    rememberedOf('ada', store).map((one) => one.contentId),
    ['c2'],
  )
})

test('spoilt or forbidden storage is no reason to fail', () => {
  const spoilt = { getItem: () => '{"not": "a list"', setItem: () => assert.fail('full') }
  assert.deepEqual(rememberedOf('ada', spoilt), [])
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota')
    },
  }
  assert.doesNotThrow(() => remember(entry, full))
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { type Storage, setStorage } from '../platform/storage/storage.ts'
import { readHotObject } from './hot-object-cache.ts'

const MB = 1024 * 1024
const reads: string[] = []
let isBroken = false

/** The key of every test object ends with its size in MB. */
setStorage({
  async stat(key) {
    return key.startsWith('missing') ? null : describe(key)
  },
  async open(key) {
    reads.push(key)
    if (isBroken) throw new Error('the storage is away')
    const { size } = describe(key)
    return { ...describe(key), body: new Response(new Uint8Array(size)).body! }
  },
} as Partial<Storage> as Storage)

function describe(key: string) {
  return { size: Number(key.split('-').at(-1)) * MB, etag: `"${key}"`, modified: new Date(0) }
}

test('caches a media object on its second request, and reads it only once for concurrent requests', async () => {
  assert.equal(await readHotObject('popular-1'), null)
  assert.deepEqual(reads, [])
  const all = await Promise.all(Array.from({ length: 50 }, () => readHotObject('popular-1')))
  assert.ok(all.every((object) => object?.bytes.length === MB && object.etag === '"popular-1"'))
  assert.deepEqual(reads, ['popular-1'])
})

test('caches at most 64 MB and evicts the least recently used object first', async () => {
  for (let nth = 0; nth < 20; nth++) for (const _ of [1, 2]) await readHotObject(`nth-${nth}-4`)
  reads.length = 0
  await readHotObject('nth-19-4')
  await readHotObject('nth-5-4')
  assert.deepEqual(reads, [])
  for (const _ of [1, 2]) await readHotObject('nth-0-4')
  assert.deepEqual(reads, ['nth-0-4'])
})

test('does not cache failures, missing objects or large objects', async () => {
  for (const key of ['missing-1', 'large-5'])
    for (const _ of [1, 2, 3]) assert.equal(await readHotObject(key), null)
  await readHotObject('shaky-1')
  isBroken = true
  await assert.rejects(readHotObject('shaky-1'), /the storage is away/)
  isBroken = false
  await readHotObject('shaky-1')
  assert.equal((await readHotObject('shaky-1'))?.size, MB)
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { startS3ServerForSuite } from '#tests/support/servers/s3-server.ts'
import { createS3Storage } from './s3-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-s3-'))
const server = await startS3ServerForSuite()
const storage = createS3Storage({
  bucket: 'films',
  endpoint: `http://127.0.0.1:${server.port}`,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

after(() => rm(folder, { recursive: true }))

const text = async (body: ReadableStream<Uint8Array>) => new Response(body).text()

test('reads stored objects back, completely and in byte ranges', async () => {
  await storage.putBytes('media/a/1.txt', Buffer.from('0123456789'))
  const about = await storage.stat('media/a/1.txt')
  assert.equal(about?.size, 10)
  assert.match(about.etag, /^".+"$/)
  const part = await storage.open('media/a/1.txt', { start: 2, end: 4 })
  assert.equal(await text(part!.body), '234')
  assert.equal(part?.size, 10, 'the size is that of the whole object')
  assert.equal(await text((await storage.open('media/a/1.txt'))!.body), '0123456789')
})

test('reading a missing object returns null, and removing a missing object does nothing', async () => {
  assert.equal(await storage.stat('media/none'), null)
  assert.equal(await storage.open('media/none'), null)
  await assert.rejects(storage.fetchTo('media/none', join(folder, 'none')))
  await storage.remove('media/none')
})

test('stores a file larger than one upload part without changing any bytes', async () => {
  const bytes = randomBytes(12 * 2 ** 20)
  await writeFile(join(folder, 'large'), bytes)
  await storage.putFile('uploads/large', join(folder, 'large'))
  await storage.fetchTo('uploads/large', join(folder, 'back'))
  assert.ok(bytes.equals(await readFile(join(folder, 'back'))))
})

test('stores all files in a folder, and removing the folder removes no other files', async () => {
  await mkdir(join(folder, 'out/240p'), { recursive: true })
  for (const name of ['index.m3u8', '240p/seg_1.m4s']) await writeFile(join(folder, 'out', name), name)
  await storage.putFolder('media/b/1', join(folder, 'out'))
  await storage.putBytes('media/b/10/x.txt', Buffer.from('x'))
  assert.deepEqual(await keys('media/b/1'), ['media/b/1/240p/seg_1.m4s', 'media/b/1/index.m3u8'])
  await storage.remove('media/b/1')
  assert.deepEqual(await keys('media/b'), ['media/b/10/x.txt'])
})

test('lists and removes more objects than one page of a listing contains', async () => {
  await mkdir(join(folder, 'many'))
  const names = Array.from({ length: 1001 }, (_, at) => `${at}`)
  await Promise.all(names.map((name) => writeFile(join(folder, 'many', name), name)))
  await storage.putFolder('media/many', join(folder, 'many'))
  assert.deepEqual(
    (await keys('media/many')).toSorted(),
    names.map((name) => `media/many/${name}`).toSorted(),
  )
  await storage.remove('media/many')
  assert.deepEqual(await keys('media/many'), [])
})

test('rejects a storage key that could escape its prefix', async () => {
  for (const key of ['../x', '/x', 'a//b', 'a/../b', ''])
    await assert.rejects(async () => storage.putBytes(key, Buffer.from('x')), /invalid storage key/)
})

async function keys(prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).toSorted()
}

test('bucket storage refuses to upload a symlink, or a folder that contains a symlink', async () => {
  const planted = join(folder, 'planted')
  await mkdir(planted)
  await writeFile(join(planted, 'plain'), 'plain')
  await symlink('/etc/passwd', join(planted, 'index.m3u8'))
  await assert.rejects(
    storage.putFile('media/planted/1.txt', join(planted, 'index.m3u8')),
    /ELOOP|not a regular file/,
  )
  await assert.rejects(storage.putFolder('media/planted/2', planted), /not a regular file/)
  assert.deepEqual(await keys('media/planted'), [])
})

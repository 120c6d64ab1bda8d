import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { captureLog } from '#tests/support/app/captured-log.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp({ working: true })
after(() => testApp.close())
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob')
const { contentId: id } = await uploadAndAwaitProcessing(ada, {
  path: await createTestClip(undefined, { seconds: 5, metadata: { title: 'Secret Title' } }),
  fileName: 'grandmas-house.mp4',
  title: 'Harbour/“lights” é',
  by: 'form',
})
const download = (who: TestUser) => who.fetch(`/api/content/${id}/download`)

async function probe(bytes: Uint8Array) {
  const path = join(testApp.dataDir, 'downloaded.mp4')
  await writeFile(path, bytes)
  const entries = 'format=duration,format_name:format_tags:stream=codec_type,height'
  const options = ['-v', 'error', '-show_entries', entries, '-of', 'json', path]
  const { stdout } = await promisify(execFile)('ffprobe', options)
  return JSON.parse(stdout) as {
    format: { duration: string; format_name: string; tags?: Record<string, string> }
    streams: { codec_type: string; height?: number }[]
  }
}

test('the owner can download the best rendition as an MP4 file, without the metadata of the upload', async () => {
  const response = await download(ada)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'video/mp4')
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="Harbour _lights_ _.mp4"; filename*=UTF-8''Harbour%20%E2%80%9Clights%E2%80%9D%20%C3%A9.mp4`,
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  assert.equal(bytes.byteLength, Number(response.headers.get('content-length')))
  const { format, streams } = await probe(bytes)
  assert.match(format.format_name, /mp4/)
  assert.ok(Math.abs(Number(format.duration) - 5) < 0.3, format.duration)
  assert.deepEqual(
    streams.map(({ codec_type }) => codec_type),
    ['video', 'audio'],
  )
  assert.equal(streams[0]!.height, 180)
  const text = Buffer.from(bytes).toString('latin1')
  assert.doesNotMatch(text, /Secret Title|grandmas-house/)
  assert.ok(text.indexOf('moov') < text.indexOf('mdat'), 'the index precedes the media')
  assert.deepEqual(await readdir(join(testApp.dataDir, 'downloads')), [], 'no temporary file remains on disk')
})

test('nobody but the owner can download a video', async () => {
  assert.equal((await download(bob)).status, 404)
  assert.equal((await download(testApp.anonymousUser())).status, 401)
})

test('the owner cannot download a video that was taken down', async () => {
  await db.updateTable('content').set({ moderation: 'removed' }).where('id', '=', id).execute()
  assert.equal((await download(ada)).status, 404)
  await db.updateTable('content').set({ moderation: 'held' }).where('id', '=', id).execute()
  const held = await download(ada)
  assert.equal(held.status, 200)
  await held.body?.cancel()
})

test('a person can have only one download in progress', async () => {
  const responses = await Promise.all([download(ada), download(ada), download(ada)])
  const statuses = responses.map(({ status }) => status).toSorted()
  await Promise.all(responses.map((response) => response.body?.cancel()))
  assert.deepEqual(statuses, [200, 429, 429])
})

test('if a download fails because a stored rendition is damaged, the owner is told to try again and the log names the rendition', async () => {
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const renditions = await db.selectFrom('renditions').select('folder').where('content_id', '=', id).execute()
  const prefixes = renditions.map(({ folder }) => `media/${playback_id}/${folder}`)
  for (const prefix of prefixes) await storage.putBytes(`${prefix}/init.mp4`, Buffer.from('damaged'))
  const { lines, end } = captureLog()
  const response = await download(ada).finally(end)
  assert.equal(response.status, 409)
  const { error } = (await response.json()) as { error: { code: string } }
  assert.equal(error.code, 'download_failed')
  const errors = lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ level }) => level === 'error')
  assert.deepEqual(
    errors.map(({ message, error: reason }) => [message, reason]),
    [['download failed', 'the stored rendition is unreadable']],
  )
  assert.ok(prefixes.includes(errors[0]!['prefix']!), 'the log names the rendition')
})

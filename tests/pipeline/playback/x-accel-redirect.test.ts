import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { reportPurgeBacklog } from '#server/playback/shared-cache/purger-health.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { createTestUserHeaders, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'
import { nginxSkipReason, startNginx } from '#tests/support/servers/nginx.ts'
import { createLocalS3Settings, startS3Server } from '#tests/support/servers/s3-server.ts'

const skip = nginxSkipReason
const bytes = Buffer.from('0123456789'.repeat(100_000))
const internalPath = '/stored-media'

for (const kind of ['folder', 'bucket'] as const)
  test(`nginx sends media from a ${kind}`, { skip }, async (t) => {
    const bucket = kind === 'bucket' ? await startS3Server() : undefined
    const app = await startPipelineTestApp({
      env: {
        X_ACCEL_REDIRECT: internalPath,
        MEDIA_CACHE_PURGE: 'fastly',
        MEDIA_CACHE_PURGE_URL: 'http://127.0.0.1:9',
        MEDIA_CACHE_PURGE_TOKEN: 'token-of-the-test-cache',
        ...(bucket && createLocalS3Settings(bucket.port)),
      },
    })
    // nginx must pass on the headers for a shared cache, whose purger works in this test.
    const keepPurger = setInterval(
      () => reportPurgeBacklog({ delaySeconds: 0, secondsSinceSuccess: 0 }),
      1000,
    )
    reportPurgeBacklog({ delaySeconds: 0, secondsSinceSuccess: 0 })
    const media = bucket
      ? { endpoint: `http://127.0.0.1:${bucket.port}` }
      : { folder: join(app.dataDir, 'files') }
    const nginx = await startNginx({ appUrl: app.url, media })
    t.after(async () => {
      clearInterval(keepPurger)
      await nginx.stop()
      await app.close()
      await bucket?.close()
    })
    const [ada, bob] = [await app.join('ada'), await app.join('bob')]
    const open = await createVideo(ada, 'public')
    const secret = await createVideo(ada, 'only_me')
    const get = (path: string, headers: Record<string, string> = {}, who?: string) =>
      fetch(nginx.url + path, { headers: createTestUserHeaders(who, headers) })

    await t.test('the application sends only the address, and nginx the bytes', async () => {
      const direct = await fetch(app.url + open)
      assert.match(direct.headers.get('x-accel-redirect') ?? '', /^\/stored-media\/(films\/)?media\//)
      assert.equal((await direct.arrayBuffer()).byteLength, 0)
      const response = await get(open)
      assert.equal(response.status, 200)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      assert.equal(response.headers.get('x-accel-redirect'), null)
    })

    await t.test('the response has the same headers as without nginx', async () => {
      const [direct, proxied] = [await fetch(app.url + open, { method: 'HEAD' }), await get(open)]
      const names = [
        'content-type',
        'content-length',
        'cache-control',
        'etag',
        'last-modified',
        'x-content-type-options',
        'cross-origin-resource-policy',
        'x-robots-tag',
        'surrogate-key',
        'surrogate-control',
      ]
      assert.match(direct.headers.get('surrogate-key') ?? '', /^v-\S+ p-\S+$/)
      assert.equal(direct.headers.get('surrogate-control'), 'max-age=86400')
      for (const name of names) assert.equal(proxied.headers.get(name), direct.headers.get(name), name)
      const unexpected = [...proxied.headers.keys()].filter((name) => /^x-amz|^server-timing/.test(name))
      assert.deepEqual(unexpected, [])
    })

    await t.test('byte ranges and conditional requests work', async () => {
      const part = await get(open, { range: 'bytes=10-29' })
      assert.equal(part.status, 206)
      assert.equal(part.headers.get('content-range'), `bytes 10-29/${bytes.length}`)
      assert.equal(await part.text(), '01234567890123456789')
      assert.equal((await get(open, { range: `bytes=${bytes.length}-` })).status, 416)
      const etag = (await get(open)).headers.get('etag')!
      assert.equal((await get(open, { 'if-none-match': etag })).status, 304)
      assert.equal((await get(open, { 'if-range': etag, range: 'bytes=0-3' })).status, 206)
      const old = await get(open, { 'if-range': '"other"', range: 'bytes=0-3' })
      assert.equal(old.status, 200)
    })

    await t.test('access is checked for each request', async () => {
      assert.equal((await get(secret, {}, ada)).status, 200)
      assert.equal((await get(secret, {}, bob)).status, 404)
      await db.updateTable('content').set({ visibility: 'only_me' }).execute()
      assert.equal((await get(open, {}, bob)).status, 404)
    })

    await t.test('nobody can reach the internal location', async () => {
      const path = open.replace('/media/', `${internalPath}/media/`)
      assert.equal((await get(path, {}, ada)).status, 404)
      assert.equal((await get(`${internalPath}/films${open}`, {}, ada)).status, 404)
    })
  })

let count = 0

/** Creates a video with one segment, and returns the path of the segment. */
async function createVideo(owner: string, visibility: 'public' | 'only_me'): Promise<string> {
  const playback_id = `film_${String((count += 1)).padStart(17, '0')}`
  await db
    .insertInto('content')
    .values({
      user_id: owner,
      title: 'Harbour',
      content_type: 'story',
      playback_id,
      stream_status: 'ready',
      visibility,
      stream_url: `/media/${playback_id}/master.m3u8`,
    })
    .execute()
  const path = `media/${playback_id}/1/240p/seg_00001.m4s`
  await storage.putBytes(path, bytes)
  return `/${path}`
}

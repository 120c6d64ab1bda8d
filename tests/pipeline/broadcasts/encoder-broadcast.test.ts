/*
 * Broadcasts that ffmpeg sends over RTMP: the same chunks, packager and playback as for browsers.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { createStreamKey, deleteStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { startEncoderServer } from '#server/broadcasts/encoders/encoder-server.ts'
import { db } from '#server/platform/db/db.ts'
import { downloadLiveRendition, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createLiveSource, findDecodingErrors, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { pushWithFfmpeg } from '#tests/support/media/push-with-ffmpeg.ts'

const seconds = 60
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let server: Awaited<ReturnType<typeof startEncoderServer>>
let source: string

before(async () => {
  testApp = await startBroadcastTestApp({ working: true })
  server = await startEncoderServer({ host: '127.0.0.1', port: 0 })
  const options = { container: 'flv', keyframes: 1, reorderedFrames: true } as const
  source = await createLiveSource(join(testApp.dataDir, 'long.flv'), { ...options, seconds, size: '320x192' })
})
after(async () => {
  await server.stop()
  await testApp.close()
})

const urlOf = (key: string, { port } = server) => `rtmp://127.0.0.1:${port}/live/${key}`

async function createEncoderBroadcast(name: string) {
  const who = await testApp.signUpBroadcaster(name)
  const body = { title: 'Studio session', visibility: 'public', source: 'rtmp' } as const
  const { id } = await who.call(contract.createBroadcast, { body })
  await db.updateTable('broadcasts').set({ delay_seconds: 0 }).where('content_id', '=', id).execute()
  const { key } = await who.call(createStreamKey, {})
  return { who, id, key }
}

function waitForParts(id: string, count: number): Promise<unknown> {
  return waitUntil(async () => {
    const parts = await db
      .selectFrom('broadcast_parts')
      .select('made_at')
      .where('content_id', '=', id)
      .execute()
    return parts.length >= count
  }, 40)
}

async function countChunks(id: string): Promise<number> {
  const rows = await db.selectFrom('broadcast_chunks').select('number').where('content_id', '=', id).execute()
  return rows.length
}

function waitForDisconnection(id: string): Promise<unknown> {
  const connections = db.selectFrom('encoder_connections').select('id').where('content_id', '=', id)
  return waitUntil(async () => (await connections.execute()).length === 0)
}

const endBroadcast = (who: TestUser, id: string) =>
  who.call(contract.endBroadcast, { params: { id }, body: { drop_delayed: false } })

/** Downloads what viewers can play after the end of the broadcast. */
async function downloadBroadcast(who: TestUser, id: string): Promise<string> {
  const { playlist_url } = await who.call(contract.getBroadcast, { params: { id } })
  const folder = playlist_url!.replace('master.m3u8', 'source')
  await waitUntil(async () =>
    (await (await who.fetch(`${folder}/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  return downloadLiveRendition(testApp, who, folder)
}

test('an encoder goes on air, loses its connection, and continues the broadcast', async () => {
  const { who, id, key } = await createEncoderBroadcast('ada')
  const first = pushWithFfmpeg(source, urlOf(key))
  await waitForParts(id, 8)
  assert.equal((await who.call(contract.getBroadcast, { params: { id } })).state, 'on_air')

  // Another server, which shares only the database and the storage with the first one.
  const otherServer = await startEncoderServer({ host: '127.0.0.1', port: 0 })
  const second = await pushWithFfmpeg(source, urlOf(key, otherServer)).exit
  assert.match(second.errors, /Another encoder is already sending/)
  await first.kill()
  await waitForDisconnection(id)

  // The server stops, as in a deployment, and the encoder connects to the other one.
  const third = pushWithFfmpeg(source, urlOf(key))
  const chunks = await countChunks(id)
  await waitUntil(async () => (await countChunks(id)) >= chunks + 6)
  await server.stop()
  assert.match((await third.exit).errors, /The server is restarting/)
  server = otherServer
  const fourth = pushWithFfmpeg(source, urlOf(key))
  const restarted = await countChunks(id)
  await waitUntil(async () => (await countChunks(id)) >= restarted + 6)
  await endBroadcast(who, id)
  assert.match((await fourth.exit).errors, /Your broadcast has ended/)

  const file = await downloadBroadcast(testApp.anonymousUser(), id)
  const frames = await readFrameNumbers(file)
  const restarts = frames.flatMap(({ number }, at) => (number === 0 ? at : []))
  assert.equal(restarts.length, 3)
  const ends = [...restarts.slice(1), frames.length]
  for (const [at, { number, time }] of frames.entries()) {
    if (at === 0) continue
    const step = time - frames[at - 1]!.time
    assert.ok(step > 0 && step < 0.4, `${step} s before frame ${at}`)
    // The last frames of a connection can be missing if they refer to a frame that did not arrive.
    const isAtEnd = ends.some((end) => end - at < 4 && end > at)
    if (number > 0 && !isAtEnd) assert.equal(number, frames[at - 1]!.number + 1)
  }
  assert.equal(await findDecodingErrors(file), '')
})

test('a moderator stops the broadcast of an encoder', async () => {
  const { id, key } = await createEncoderBroadcast('bea')
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const push = pushWithFfmpeg(source, urlOf(key))
  await waitForParts(id, 2)
  const stoppedAt = performance.now()
  await mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  const { errors, endedAt } = await push.exit
  assert.match(errors, /A moderator stopped your broadcast/)
  console.log(`the encoder was cut off ${Math.round(endedAt - stoppedAt)} ms after the stop`)
  assert.ok(endedAt - stoppedAt < 2000)
  assert.match((await pushWithFfmpeg(source, urlOf(key)).exit).errors, /Create a broadcast for your encoder/)
})

for (const { who: username, name, message, cut } of [
  {
    who: 'cleo',
    name: 'deleting the stream key',
    message: /stream key was replaced or deleted/,
    cut: (who: TestUser) => who.call(deleteStreamKey, {}),
  },
  {
    who: 'dora',
    name: 'a suspension',
    message: /suspended/i,
    cut: (who: TestUser) =>
      db.updateTable('profiles').set({ suspended_until: 'infinity' }).where('user_id', '=', who.id).execute(),
  },
])
  test(`${name} cuts off the encoder`, async () => {
    const { who, id, key } = await createEncoderBroadcast(username)
    const push = pushWithFfmpeg(source, urlOf(key))
    await waitUntil(async () => (await countChunks(id)) > 0)
    const cutAt = performance.now()
    await cut(who)
    const { errors, endedAt } = await push.exit
    assert.match(errors, message)
    console.log(`${name} cut off the encoder after ${Math.round(endedAt - cutAt)} ms`)
    assert.ok(endedAt - cutAt < 2000)
    const chunks = await countChunks(id)
    assert.notEqual((await pushWithFfmpeg(source, urlOf(key)).exit).errors, '')
    assert.equal(await countChunks(id), chunks)
    await db
      .updateTable('broadcasts')
      .set({ state: 'ended', ended_at: new Date(), end_reason: 'no_data' })
      .where('content_id', '=', id)
      .execute()
  })

test('an encoder whose picture size has changed cannot continue the broadcast', async () => {
  const { who, id, key } = await createEncoderBroadcast('eva')
  const push = pushWithFfmpeg(source, urlOf(key))
  await waitUntil(async () => (await countChunks(id)) > 0)
  await push.kill()
  await waitForDisconnection(id)
  const path = join(testApp.dataDir, 'other.flv')
  const other = await createLiveSource(path, { container: 'flv', seconds: 3, size: '640x384' })
  const chunks = await countChunks(id)
  assert.match((await pushWithFfmpeg(other, urlOf(key)).exit).errors, /video or audio settings changed/)
  assert.equal(await countChunks(id), chunks)
  await endBroadcast(who, id)
})

test('a wrong stream key is refused', async () => {
  assert.match((await pushWithFfmpeg(source, urlOf('wrong')).exit).errors, /This stream key doesn’t work/)
})

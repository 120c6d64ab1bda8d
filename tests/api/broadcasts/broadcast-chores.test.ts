import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { selectExportedBroadcasts } from '#server/broadcasts/exported-broadcasts.ts'
import { runBroadcastChores } from '#server/broadcasts/ingest/broadcast-chores.ts'
import { claimBroadcast, renewLease, StaleIngestError } from '#server/broadcasts/ingest/ingest-lease.ts'
import { storeLiveEvent } from '#server/broadcasts/ingest/store-live-events.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { sendChunk, startBroadcast, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

function loadRow(id: string) {
  return db.selectFrom('broadcasts').selectAll().where('content_id', '=', id).executeTakeFirst()
}

const initEvent = {
  type: 'init',
  rendition: 'source',
  bytes: Buffer.from('init'),
  codecs: 'avc1.42c01e',
  width: 640,
  height: 360,
} as const

const partEvent = {
  type: 'part',
  rendition: 'source',
  bytes: Buffer.from('part'),
  sequence: 0,
  partIndex: 0,
  startTime: 10,
  segmentStartTime: 10,
  duration: 0.5,
  independent: true,
  endsSegment: false,
  madeAt: new Date(),
  byteLength: 4,
  resumeOffset: 0,
} as const

test('a broadcast without data for a minute ends, and can be continued before', async () => {
  const ada = await testApp.signUpBroadcaster('ada')
  const { id } = await startBroadcast(ada)
  await sendChunk(ada, id, 0, 'header')
  const setSilence = (seconds: number) =>
    sql`update broadcasts set last_data_at = now() - make_interval(secs => ${seconds}) where content_id = ${id}`.execute(
      db,
    )
  await sql`update broadcasts set started_at = now() - interval '20 minutes' where content_id = ${id}`.execute(
    db,
  )
  const { broadcast } = await ada.call(contract.getOwnBroadcast, {})
  assert.equal(Math.round(broadcast!.on_air_seconds! / 60), 20)
  await setSilence(50)
  await runBroadcastChores()
  assert.equal((await sendChunk(ada, id, 1, 'more')).status, 204)
  await setSilence(61)
  await runBroadcastChores()
  assert.equal((await loadRow(id))?.end_reason, 'no_data')
  const exported = await selectExportedBroadcasts(ada.id).execute()
  assert.deepEqual(
    exported.map(({ title, end_reason }) => [title, end_reason]),
    [['Studio session', 'no_data']],
  )
})

test('a broadcast ends after three hours', async () => {
  const bea = await testApp.signUpBroadcaster('bea')
  const { id } = await startBroadcast(bea)
  await sendChunk(bea, id, 0, 'header')
  await sql`update broadcasts set started_at = now() - interval '181 minutes' where content_id = ${id}`.execute(
    db,
  )
  await runBroadcastChores()
  assert.equal((await loadRow(id))?.end_reason, 'too_long')
})

test('a broadcast that never got any data is deleted', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo')
  const { id } = await startBroadcast(cleo)
  await sql`update broadcasts set created_at = now() - interval '6 minutes' where content_id = ${id}`.execute(
    db,
  )
  await runBroadcastChores()
  assert.match(await expectApiError(cleo.call(contract.getBroadcast, { params: { id } })), /^404 /)
  assert.equal((await cleo.call(contract.getOwnBroadcast, {})).broadcast, null)
})

test('only the worker with the newest claim can store parts, and none after a cut', async () => {
  const dora = await testApp.signUpBroadcaster('dora')
  const { id } = await startBroadcast(dora)
  await sql`update broadcasts set state = 'ended', ended_at = now(), end_reason = 'creator', packaged_at = now()
    where state = 'ended' or content_id <> ${id}`.execute(db)
  await sendChunk(dora, id, 0, 'header')
  const first = await claimBroadcast()
  assert.equal(first?.contentId, id)
  assert.equal(await claimBroadcast(), null)
  await storeLiveEvent(first!, initEvent)
  await storeLiveEvent(first!, partEvent)
  await sql`update broadcasts set ingest_lease_until = now() - interval '1 ms' where content_id = ${id}`.execute(
    db,
  )
  const second = await claimBroadcast()
  assert.equal(second?.fence, first!.fence + 1)
  await assert.rejects(renewLease(first!), StaleIngestError)
  await assert.rejects(storeLiveEvent(first!, { ...partEvent, partIndex: 1 }), StaleIngestError)
  await storeLiveEvent(second!, { ...partEvent, partIndex: 1 })

  // The creator ends the broadcast and discards the part that viewers have not seen. That is the whole
  // broadcast, because the delay has not passed yet.
  await dora.call(contract.endBroadcast, { params: { id }, body: { drop_delayed: true } })
  await assert.rejects(storeLiveEvent(second!, { ...partEvent, partIndex: 2 }), StaleIngestError)
  await runBroadcastChores()
  await runBroadcastChores()
  const { parts } = await db
    .selectFrom('broadcast_parts')
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(parts, 0)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const kept = await Array.fromAsync(storage.list(`media/${playback_id}/live`))
  assert.deepEqual(kept, [`media/${playback_id}/live/${first!.fence}/source/init.mp4`])
  assert.match(await expectApiError(dora.call(contract.getBroadcast, { params: { id } })), /^404 /)
})

const setLive = (isOn: boolean) => loadConfig({ DATA_DIR: testApp.dataDir, LIVE: isOn ? 'on' : 'off' })

async function loadOpenApiDocument(): Promise<string> {
  return (await testApp.anonymousUser().fetch('/api/openapi.json')).text()
}

test('the API description contains the endpoints of broadcasts and stream keys', async () => {
  const document = await loadOpenApiDocument()
  for (const path of ['/api/broadcasts', '/api/mod/broadcasts/{id}/stop', '/api/stream-key'])
    assert.ok(document.includes(`"${path}":`), path)
})

test('with LIVE=off, the endpoints of broadcasts and stream keys do not exist', async () => {
  const eva = await testApp.signUpBroadcaster('eva')
  setLive(false)
  try {
    const missing = await eva.fetch('/api/no-such-endpoint')
    for (const path of [
      '/api/broadcasts',
      '/api/broadcasts/mine',
      '/api/scheduled-broadcasts',
      '/api/stream-key',
    ]) {
      const response = await eva.fetch(path)
      assert.equal(response.status, missing.status)
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'not_found')
    }
    assert.doesNotMatch(await loadOpenApiDocument(), /"\/api\/(mod\/|scheduled-)?(broadcasts|stream-key)/)
  } finally {
    setLive(true)
  }
})

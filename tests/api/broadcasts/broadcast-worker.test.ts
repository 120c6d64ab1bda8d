import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { broadcastStoragePrefix } from '#server/broadcasts/broadcast-storage-keys.ts'
import { db } from '#server/platform/db/db.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'
import { goOnAir, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp({ working: true })))
after(() => testApp.close())

test('a worker starts to package a broadcast while it deletes the parts of another one', async (t) => {
  const deleting = holdRemovals(t)
  const { id } = await goOnAir(testApp, 'ada')
  await sql`update broadcasts set state = 'ended', ended_at = now(), end_reason = 'creator', packaged_at = now(),
    recording_state = 'done' where content_id = ${id}`.execute(db)
  await sql`update content set stream_status = 'ready', stream_url = '/hls/recording/master.m3u8',
    updated_at = now() - interval '1 hour' where id = ${id}`.execute(db)
  assert.equal(await deleting, broadcastStoragePrefix(await loadPlaybackId(id)))

  const other = await goOnAir(testApp, 'bea')
  await waitUntil(async () => (await loadFence(other.id)) > 0)
})

/** Lets removals wait until the end of the test. Resolves with the prefix of the first removal. */
function holdRemovals(t: { after(end: () => void): void }): Promise<string> {
  const original = storage
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: first, resolve: start } = Promise.withResolvers<string>()
  const remove = async (prefix: string) => {
    start(prefix)
    await over
    await original.remove(prefix)
  }
  setStorage({ ...original, remove })
  t.after(() => {
    setStorage(original)
    end()
  })
  return first
}

async function loadPlaybackId(id: string): Promise<string> {
  const row = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.playback_id
}

async function loadFence(id: string): Promise<number> {
  const row = await db
    .selectFrom('broadcasts')
    .select('ingest_fence')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.ingest_fence
}

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { startBroadcastWorker } from '#server/broadcasts/ingest/broadcast-worker.ts'
import { claimBroadcast } from '#server/broadcasts/ingest/ingest-lease.ts'
import { storeLiveEvent } from '#server/broadcasts/ingest/store-live-events.ts'
import { db } from '#server/platform/db/db.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'
import { downloadRendition } from '#tests/support/media/served-files.ts'
import { confirmUserEmail, startTestApp, type TestApp, type TestUser } from './test-app.ts'

/**
 * A test application in which members can go live. With `working`, the application also packages broadcasts.
 */
export async function startBroadcastTestApp({ working = false } = {}): Promise<
  TestApp & { signUpBroadcaster(name: string, age?: number): Promise<TestUser> }
> {
  const testApp = await startTestApp({ working, env: { LIVE: 'on' } })
  const stopWorker = working ? startBroadcastWorker({ capacity: 3 }) : async () => {}
  if (!working) await addBroadcastCapacity(3)
  return {
    ...testApp,
    signUpBroadcaster: (name, age) => signUpBroadcaster(testApp, name, age),
    async close() {
      await stopWorker()
      await testApp.close()
    },
  }
}

/** Pretends that a worker with this capacity is running. */
export async function addBroadcastCapacity(capacity: number): Promise<void> {
  await sql`insert into broadcast_workers (id, capacity, seen_at)
    values (gen_random_uuid(), ${capacity}, now() + interval '1 hour')`.execute(db)
}

/** Signs up a member who may go live. */
async function signUpBroadcaster(testApp: TestApp, name: string, age = 17): Promise<TestUser> {
  const person = await confirmUserEmail(await testApp.signUpMember(name, age))
  await backdateAccounts(person)
  return person
}

/** Creates a public broadcast with this delay, in seconds. */
export async function startBroadcast(
  who: TestUser,
  { title = 'Studio session', delaySeconds = 10 } = {},
): Promise<OwnBroadcast> {
  const broadcast = await who.call(createBroadcast, { body: { title, visibility: 'public', genre: 'Music' } })
  await db
    .updateTable('broadcasts')
    .set({ delay_seconds: delaySeconds })
    .where('content_id', '=', broadcast.id)
    .execute()
  return broadcast
}

/** Signs up a member, and starts a public broadcast of the member that is on air. */
export async function goOnAir(
  testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>,
  name: string,
): Promise<{ creator: TestUser; id: string }> {
  const creator = await testApp.signUpBroadcaster(name)
  const { id } = await startBroadcast(creator)
  await sendChunk(creator, id, 0, 'header')
  return { creator, id }
}

/** Stores a part as a worker does, without packaging anything. Returns the path of the broadcast's live media. */
export async function storeFirstPart(id: string): Promise<string> {
  const claim = await claimBroadcast()
  assert.equal(claim?.contentId, id)
  const bytes = Buffer.from('media')
  await storeLiveEvent(claim, {
    type: 'init',
    rendition: 'source',
    bytes,
    codecs: 'avc1.42c01e',
    width: 640,
    height: 360,
  })
  await storeLiveEvent(claim, {
    type: 'part',
    rendition: 'source',
    bytes,
    sequence: 0,
    partIndex: 0,
    startTime: 10,
    segmentStartTime: 10,
    duration: 0.5,
    independent: true,
    endsSegment: true,
    madeAt: new Date(),
    byteLength: bytes.length,
    resumeOffset: 0,
  })
  return `/media/${claim.playbackId}/live`
}

/** Sends a chunk of a broadcast. `sender` is the number of the page that continues it. */
export function sendChunk(
  who: TestUser,
  id: string,
  number: number,
  bytes: Uint8Array<ArrayBuffer> | string,
  sender = 0,
): Promise<Response> {
  return who.fetch(`/api/broadcasts/${id}/chunks/${number}?sender=${sender}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'video/x-matroska' },
  })
}

/** Fetches a path, and fails the test unless the status is 200. */
export async function fetchOk(who: TestUser, path: string): Promise<Response> {
  const response = await who.fetch(path)
  assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`)
  return response
}

/** Joins the init segment and the segments that the playlist of a rendition lists. Returns the file's path. */
export async function downloadLiveRendition(
  testApp: TestApp,
  who: TestUser,
  folder: string,
): Promise<string> {
  const { bytes } = await downloadRendition(`${folder}/index.m3u8`, async (path) =>
    Buffer.from(await (await fetchOk(who, path)).arrayBuffer()),
  )
  const path = join(testApp.dataDir, 'download.mp4')
  await writeFile(path, bytes)
  return path
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { countBroadcastViewers } from '#server/broadcasts/viewers/count-viewers.ts'
import { db } from '#server/platform/db/db.ts'
import {
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
  storeFirstPart,
} from '#tests/support/app/broadcast-test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

/** Starts a broadcast without a delay, with a single part. Returns its id and the path of its playlist. */
async function startPlayableBroadcast(who: TestUser): Promise<{ id: string; playlist: string }> {
  const { id } = await startBroadcast(who, { delaySeconds: 0 })
  await sendChunk(who, id, 0, 'header')
  const folder = await storeFirstPart(id)
  return { id, playlist: `${folder}/source/index.m3u8` }
}

async function watch(who: TestUser, playlist: string, userAgent = 'Firefox'): Promise<void> {
  const response = await who.fetch(playlist, { headers: { 'user-agent': userAgent } })
  assert.equal(response.status, 200, await response.text())
}

async function countViewers(who: TestUser, id: string): Promise<number | null> {
  await countBroadcastViewers()
  return (await who.call(contract.getBroadcast, { params: { id } })).viewers
}

test('each viewer counts once, and viewers see only a rounded number', async () => {
  const ada = await testApp.signUpBroadcaster('ada', 19)
  const fan = await testApp.signUpMember('fan', 16)
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const visitor = testApp.anonymousUser()
  const { id, playlist } = await startPlayableBroadcast(ada)
  const updates = await listenToContentUpdates(visitor, id)
  const update = updates.next('viewers')
  // The creator, staff and crawlers do not count, and a member with two browsers counts once.
  for (const who of [ada, mia, fan, fan, visitor, visitor]) await watch(who, playlist, 'Firefox')
  await watch(fan, playlist, 'Chrome')
  await watch(visitor, playlist, 'Googlebot/2.1')
  await waitUntil(async () => (await countViewers(ada, id)) === 2)
  assert.equal(await countViewers(mia, id), 2)
  assert.equal(await countViewers(fan, id), null)
  for (let number = 0; number < 9; number++) await watch(visitor, playlist, `Browser ${number}`)
  await waitUntil(async () => (await countViewers(ada, id)) === 11)
  assert.equal(await countViewers(fan, id), 10)
  assert.deepEqual((await visitor.call(contract.listBroadcasts, { query: {} })).items[0]?.viewers, 10)
  assert.deepEqual((await update).data, { viewers: 10 })
  await updates.stop()

  // The hashes are the same in all processes, so viewers whom another process also serves do not count twice.
  await sql`insert into broadcast_viewers (content_id, process_id, viewer_hashes)
    select content_id, ${randomUUID()}, viewer_hashes from broadcast_viewers`.execute(db)
  assert.equal(await countViewers(ada, id), 11)
  await sql`insert into broadcast_viewers (content_id, process_id, viewer_hashes)
    values (${id}, ${randomUUID()}, '{1}')`.execute(db)
  assert.equal(await countViewers(ada, id), 12)
})

test('ignores the viewers of a process that has stored none for more than ten seconds', async () => {
  const bea = await testApp.signUpBroadcaster('bea', 19)
  const { id } = await startBroadcast(bea)
  await sendChunk(bea, id, 0, 'header')
  await sql`insert into broadcast_viewers (content_id, process_id, viewer_hashes)
    values (${id}, ${randomUUID()}, '{1,2,3}')`.execute(db)
  assert.equal(await countViewers(bea, id), 3)
  await sql`update broadcast_viewers set seen_at = now() - interval '11 seconds' where content_id = ${id}`.execute(
    db,
  )
  assert.equal(await countViewers(bea, id), 0)
})

test('the hashes of the viewers are deleted when the broadcast has ended', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo', 19)
  const { id } = await startBroadcast(cleo)
  await sendChunk(cleo, id, 0, 'header')
  await sql`insert into broadcast_viewers (content_id, process_id, viewer_hashes)
    values (${id}, ${randomUUID()}, '{1,2,3}')`.execute(db)
  await cleo.call(contract.endBroadcast, { params: { id }, body: {} })
  assert.equal(await countViewers(cleo, id), null)
  const rows = await db.selectFrom('broadcast_viewers').selectAll().where('content_id', '=', id).execute()
  assert.deepEqual(rows, [])
})

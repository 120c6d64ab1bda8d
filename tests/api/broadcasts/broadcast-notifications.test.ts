import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import { sendChunk, startBroadcast, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import {
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp({ working: true })))
after(() => testApp.close())

// The worker waits for the rest of the header.
const startOfHeader = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])

test('followers are notified when a broadcast starts, at most once an hour', async () => {
  const ada = await testApp.signUpBroadcaster('ada', 19)
  const fan = await testApp.signUpMember('fan', 19)
  await followWithNotifications(fan, ada)
  const { id } = await startBroadcast(ada, { title: 'First session' })
  assert.deepEqual(await listNewVideoNotifications(fan), [])
  await sendChunk(ada, id, 0, startOfHeader)
  await waitForNewVideoNotifications()
  assert.deepEqual(await listNewVideoNotifications(fan), ['1 of ada: First session'])
  await ada.call(contract.endBroadcast, { params: { id }, body: {} })
  const second = await startBroadcast(ada, { title: 'Second session' })
  await sendChunk(ada, second.id, 0, startOfHeader)
  await waitForNewVideoNotifications()
  const titles = await listNewVideoNotifications(fan)
  assert.deepEqual(
    titles.filter((title) => title.includes('Second')),
    [],
  )
})

async function loadState(id: string) {
  const row = await db
    .selectFrom('broadcasts')
    .select('state')
    .where('content_id', '=', id)
    .executeTakeFirst()
  return row?.state
}

test('a source that is not a video ends the broadcast with the reason', async () => {
  const bea = await testApp.signUpBroadcaster('bea')
  const { id } = await startBroadcast(bea, { delaySeconds: 0 })
  await sendChunk(bea, id, 0, 'This is not Matroska. '.repeat(100))
  await waitUntil(async () => (await loadState(id)) === 'ended')
  const { end_reason, end_detail } = await bea.call(contract.endBroadcast, { params: { id }, body: {} })
  assert.deepEqual([end_reason, end_detail], ['rejected', 'unreadable'])
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/broadcasts/scheduled-broadcasts.ts'
import { endBroadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { getContent } from '#contract/content/content.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { runBroadcastChores } from '#server/broadcasts/ingest/broadcast-chores.ts'
import { db } from '#server/platform/db/db.ts'
import { sendChunk, startBroadcast, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import {
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp({ working: true })))
after(() => testApp.close())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

function scheduleBroadcast(
  who: TestUser,
  title: string,
  { minutes = 60, visibility = 'public' as Visibility } = {},
) {
  return who.call(contract.createScheduledBroadcast, {
    body: { title, visibility, starts_at: inMinutes(minutes) },
  })
}

async function listTitles(who: TestUser, creator?: string): Promise<string[]> {
  return (await who.call(contract.listScheduledBroadcasts, { query: { creator } })).items.map(
    ({ title }) => title,
  )
}

test('a member can schedule up to ten broadcasts, each between 15 minutes and 30 days ahead', async () => {
  const ada = await testApp.signUpBroadcaster('ada', 19)
  for (const minutes of [-5, 5, 30 * 24 * 60 + 5])
    assert.match(
      await expectApiError(scheduleBroadcast(ada, 'Too soon or too late', { minutes })),
      /^422 Choose another time/,
    )
  const young = await testApp.signUpBroadcaster('young', 15)
  assert.match(await expectApiError(scheduleBroadcast(young, 'Too young')), /^403 You’re not old enough/)
  for (let number = 0; number < 10; number++)
    await scheduleBroadcast(ada, `Show ${number}`, { visibility: 'only_me' })
  assert.match(await expectApiError(scheduleBroadcast(ada, 'One more')), /^409 Too many scheduled/)
})

test('only the audience of a scheduled broadcast can find and open it', async () => {
  const bea = await testApp.signUpBroadcaster('bea', 19)
  const fan = await testApp.signUpMember('fan', 19)
  const stranger = await testApp.signUpMember('stranger', 19)
  await followWithNotifications(fan, bea)
  const all = await scheduleBroadcast(bea, 'For everyone')
  const followers = await scheduleBroadcast(bea, 'For followers', { minutes: 30, visibility: 'followers' })
  const own = await scheduleBroadcast(bea, 'For me', { visibility: 'only_me' })
  assert.deepEqual(await listTitles(testApp.anonymousUser()), ['For everyone'])
  assert.deepEqual(await listTitles(stranger), ['For everyone'])
  assert.deepEqual(await listTitles(fan), ['For followers', 'For everyone'])
  assert.deepEqual(await listTitles(fan, bea.id), ['For followers', 'For everyone'])
  assert.deepEqual(await listTitles(fan, fan.id), [])
  const calls = (id: string) => [
    () => stranger.call(contract.getScheduledBroadcast, { params: { id } }),
    () => stranger.call(contract.setBroadcastReminder, { params: { id } }),
    () => stranger.call(contract.startScheduledBroadcast, { params: { id }, body: {} }),
    () => stranger.call(getContent, { params: { id } }),
  ]
  for (const call of [...calls(followers.id), ...calls(own.id)])
    assert.match(await expectApiError(call()), /^404 /)
  const start = stranger.call(contract.startScheduledBroadcast, { params: { id: all.id }, body: {} })
  assert.match(await expectApiError(start), /^404 /)
  const mine = await bea.call(contract.listOwnScheduledBroadcasts, {})
  assert.equal(mine.items.length, 3)
  assert.equal((await bea.call(contract.getScheduledBroadcast, { params: { id: own.id } })).mine, true)
})

test('members who have set a reminder are notified once when the broadcast starts', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo', 19)
  const follower = await testApp.signUpMember('follower', 19)
  const reminded = await testApp.signUpMember('reminded', 19)
  const other = await testApp.signUpMember('other', 19)
  await followWithNotifications(follower, cleo)
  const { id } = await scheduleBroadcast(cleo, 'Concert')
  for (const who of [follower, reminded, other, reminded])
    await who.call(contract.setBroadcastReminder, { params: { id } })
  await other.call(contract.deleteBroadcastReminder, { params: { id } })
  assert.equal((await reminded.call(contract.getScheduledBroadcast, { params: { id } })).has_reminder, true)
  const started = await cleo.call(contract.startScheduledBroadcast, { params: { id }, body: {} })
  assert.deepEqual([started.id, started.state], [id, 'waiting'])
  assert.match(await expectApiError(cleo.call(contract.getScheduledBroadcast, { params: { id } })), /^404 /)
  assert.deepEqual(await listNewVideoNotifications(reminded), [])
  await sendChunk(cleo, id, 0, new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]))
  await waitForNewVideoNotifications()
  for (const who of [follower, reminded])
    assert.deepEqual(await listNewVideoNotifications(who), ['1 of cleo: Concert'])
  assert.deepEqual(await listNewVideoNotifications(other), [])
  await cleo.call(endBroadcast, { params: { id }, body: {} })
})

test('a scheduled broadcast cannot start while the creator is live', async () => {
  const dora = await testApp.signUpBroadcaster('dora', 19)
  const { id } = await scheduleBroadcast(dora, 'Later')
  const running = await startBroadcast(dora)
  const start = () => dora.call(contract.startScheduledBroadcast, { params: { id }, body: {} })
  assert.match(await expectApiError(start()), /^409 You are already live/)
  await dora.call(endBroadcast, { params: { id: running.id }, body: {} })
  await start()
  assert.match(await expectApiError(start()), /^404 /)
  await dora.call(endBroadcast, { params: { id }, body: {} })
})

test('only the creator can reschedule and cancel a scheduled broadcast', async () => {
  const eva = await testApp.signUpBroadcaster('eva', 19)
  const fan = await testApp.signUpMember('evas_fan', 19)
  const { id } = await scheduleBroadcast(eva, 'Open mic')
  await fan.call(contract.setBroadcastReminder, { params: { id } })
  const starts_at = inMinutes(120)
  const reschedule = (who: TestUser) =>
    who.call(contract.rescheduleBroadcast, { params: { id }, body: { starts_at } })
  assert.match(await expectApiError(reschedule(fan)), /^404 /)
  assert.equal((await reschedule(eva)).starts_at, starts_at)
  assert.match(await expectApiError(fan.call(contract.cancelScheduledBroadcast, { params: { id } })), /^404 /)
  const updates = await listenToContentUpdates(fan, id)
  const gone = updates.next('gone')
  await eva.call(contract.cancelScheduledBroadcast, { params: { id } })
  assert.deepEqual((await gone).data, { reason: 'cancelled' })
  assert.match(await expectApiError(fan.call(getContent, { params: { id } })), /^404 /)
  assert.equal((await listTitles(fan)).includes('Open mic'), false)
})

test('a scheduled broadcast that is not started expires two hours after its start time', async () => {
  const fay = await testApp.signUpBroadcaster('fay', 19)
  const { id } = await scheduleBroadcast(fay, 'Forgotten')
  const setMinutesSinceStartTime = (minutes: number) =>
    sql`update scheduled_broadcasts set starts_at = now() - make_interval(mins => ${minutes}) where content_id = ${id}`.execute(
      db,
    )
  await setMinutesSinceStartTime(119)
  await runBroadcastChores()
  await fay.call(contract.getScheduledBroadcast, { params: { id } })
  await setMinutesSinceStartTime(121)
  const updates = await listenToContentUpdates(testApp.anonymousUser(), id)
  const gone = updates.next('gone')
  await runBroadcastChores()
  assert.deepEqual((await gone).data, { reason: 'not_started' })
  assert.match(await expectApiError(fay.call(contract.getScheduledBroadcast, { params: { id } })), /^404 /)
  assert.match(await expectApiError(fay.call(getBroadcast, { params: { id } })), /^404 /)
})

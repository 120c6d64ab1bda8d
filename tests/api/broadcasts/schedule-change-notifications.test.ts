import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import {
  cancelScheduledBroadcast,
  deleteBroadcastReminder,
  setBroadcastReminder,
  startScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { getUnreadCount, markAllNotificationsRead } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { deleteBroadcastItem } from '#server/broadcasts/recording/queue-recording.ts'
import { runBroadcastChores } from '#server/broadcasts/ingest/broadcast-chores.ts'
import { eraseDeletedContent } from '#server/uploads/erase-content.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { sendChunk, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { follow } from '#tests/support/app/member-actions.ts'
import {
  listScheduleChangeDelays,
  listScheduleNotifications,
  reschedule,
  runScheduleChangeJobs,
  scheduleBroadcastWithReminders,
} from '#tests/support/app/scheduled-broadcasts.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'

// No worker runs, so the tests decide when each job runs.
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

let people = 0
const signUpCreator = () => testApp.signUpBroadcaster(`creator${++people}`, 19)
const signUpFan = (age = 19) => testApp.signUpMember(`fan${++people}`, age)

const cancel = (creator: TestUser, id: string) => creator.call(cancelScheduledBroadcast, { params: { id } })
const countUnread = async (who: TestUser) => (await who.call(getUnreadCount, {})).unread

test('members with a reminder are told the new start time when a broadcast is rescheduled', async () => {
  const [ada, fan, other] = [await signUpCreator(), await signUpFan(), await signUpFan()]
  const id = await scheduleBroadcastWithReminders(ada, [fan, other])
  await other.call(deleteBroadcastReminder, { params: { id } })
  const startsAt = await reschedule(ada, id, 120)
  await runScheduleChangeJobs()
  const [notification, ...more] = await listScheduleNotifications(fan)
  assert.equal(more.length, 0)
  const { kind, content, actors, starts_at, videos_count, read } = notification!
  assert.deepEqual(
    [kind, content?.id, content?.title, actors[0]?.username, starts_at, videos_count, read],
    ['broadcast_rescheduled', id, 'Rooftop concert', ada.name, startsAt, 0, false],
  )
  assert.equal(await countUnread(fan), 1)
  for (const who of [other, ada]) assert.deepEqual(await listScheduleNotifications(who), [])
})

test('members are told at most once an hour that a broadcast was rescheduled, with its current start time', async () => {
  const [ada, fan] = [await signUpCreator(), await signUpFan()]
  const id = await scheduleBroadcastWithReminders(ada, [fan])
  await reschedule(ada, id, 120)
  await runScheduleChangeJobs()
  await fan.call(markAllNotificationsRead, {})
  let current = ''
  for (const minutes of [130, 140, 150]) current = await reschedule(ada, id, minutes)
  assert.equal(await runScheduleChangeJobs(), 0)
  assert.deepEqual(await listScheduleChangeDelays(), [60])
  const listed = async () =>
    (await listScheduleNotifications(fan)).map(({ starts_at, read }) => [starts_at, read])
  assert.deepEqual(await listed(), [[current, true]])
  await runScheduleChangeJobs({ delayed: true })
  assert.deepEqual(await listed(), [[current, false]])
  assert.deepEqual(await listScheduleChangeDelays(), [])
})

test('a member who already knows the current start time is not notified again', async () => {
  const [ada, fan, late] = [await signUpCreator(), await signUpFan(), await signUpFan()]
  const id = await scheduleBroadcastWithReminders(ada, [fan])
  const first = await reschedule(ada, id, 120)
  await late.call(setBroadcastReminder, { params: { id } })
  await runScheduleChangeJobs()
  assert.deepEqual(await listScheduleNotifications(late), [])
  await fan.call(markAllNotificationsRead, {})
  await reschedule(ada, id, 180)
  await sql`update scheduled_broadcasts set starts_at = ${first} where content_id = ${id}`.execute(db)
  await runScheduleChangeJobs({ delayed: true })
  assert.equal(await countUnread(fan), 0)
})

test('a notification about a new start time disappears when the broadcast starts or the reminder is removed', async () => {
  const [ada, fan, leaves] = [await signUpCreator(), await signUpFan(), await signUpFan()]
  const id = await scheduleBroadcastWithReminders(ada, [fan, leaves])
  await reschedule(ada, id, 120)
  await runScheduleChangeJobs()
  await leaves.call(deleteBroadcastReminder, { params: { id } })
  assert.deepEqual([await countUnread(fan), await countUnread(leaves)], [1, 0])
  await ada.call(startScheduledBroadcast, { params: { id }, body: {} })
  assert.deepEqual(await listScheduleNotifications(fan), [])
  await ada.call(endBroadcast, { params: { id }, body: {} })
})

test('members with a reminder are told that a broadcast was cancelled, without its title', async () => {
  const [ada, fan] = [await signUpCreator(), await signUpFan()]
  const first = await scheduleBroadcastWithReminders(ada, [fan], { title: 'Secret guest' })
  const { rows } = await sql<{ starts_at: Date }>`select starts_at from scheduled_broadcasts`.execute(db)
  await cancel(ada, first)
  // The item can be erased before the members are notified.
  await eraseDeletedContent({ contentId: first })
  await runScheduleChangeJobs()
  const [notification, ...more] = await listScheduleNotifications(fan)
  assert.equal(more.length, 0)
  const { kind, content, actors, starts_at, videos_count } = notification!
  assert.deepEqual(
    [kind, content, actors[0]?.username, videos_count],
    ['broadcast_cancelled', null, ada.name, 1],
  )
  assert.ok(rows.some((row) => row.starts_at.toISOString() === starts_at))
  assert.doesNotMatch(JSON.stringify(notification), /Secret guest/)
  const second = await scheduleBroadcastWithReminders(ada, [fan])
  await cancel(ada, second)
  await runScheduleChangeJobs()
  assert.deepEqual(
    (await listScheduleNotifications(fan)).map((one) => one.videos_count),
    [2],
  )
  assert.equal(await countUnread(fan), 1)
  const left = await sql`select from cancelled_broadcast_reminders`.execute(db)
  assert.equal(left.rows.length, 0)
})

test('a broadcast counts as cancelled when it is deleted, expires, or never goes on air', async () => {
  const [ada, fan] = [await signUpCreator(), await signUpFan()]
  const countCancelled = async () => {
    await runScheduleChangeJobs()
    return (await listScheduleNotifications(fan))[0]?.videos_count ?? 0
  }
  const deleted = await scheduleBroadcastWithReminders(ada, [fan])
  await ada.call(deleteContent, { params: { id: deleted } })
  assert.equal(await countCancelled(), 1)
  const expired = await scheduleBroadcastWithReminders(ada, [fan])
  await sql`update scheduled_broadcasts set starts_at = now() - interval '121 minutes' where content_id = ${expired}`.execute(
    db,
  )
  await runBroadcastChores()
  assert.equal(await countCancelled(), 2)
  const unused = await scheduleBroadcastWithReminders(ada, [fan])
  await ada.call(startScheduledBroadcast, { params: { id: unused }, body: {} })
  await ada.call(endBroadcast, { params: { id: unused }, body: {} })
  await deleteBroadcastItem(unused)
  assert.equal(await countCancelled(), 3)
  const started = await scheduleBroadcastWithReminders(ada, [fan])
  await ada.call(startScheduledBroadcast, { params: { id: started }, body: {} })
  await sendChunk(ada, started, 0, 'header')
  await ada.call(endBroadcast, { params: { id: started }, body: {} })
  await ada.call(deleteContent, { params: { id: started } })
  assert.equal(await countCancelled(), 3)
})

test('during quiet hours, members are notified later, and only about the current start time', async () => {
  const [ada, asleep] = [await signUpCreator(), await signUpFan()]
  await asleep.call(putTimeZone, { body: { time_zone: 'UTC' } })
  const hour = (from: number) => new Date(Date.now() + from * 3600_000).toISOString().slice(11, 16)
  const setQuietHours = (hours: { from: string; to: string }) =>
    sql`insert into safety_settings (user_id, setting, value) values (${asleep.id}, 'quiet_hours', ${JSON.stringify(hours)}::jsonb)
      on conflict (user_id, setting) do update set value = excluded.value`.execute(db)
  await setQuietHours({ from: hour(-1), to: hour(2) })
  const [moved, dropped] = [
    await scheduleBroadcastWithReminders(ada, [asleep]),
    await scheduleBroadcastWithReminders(ada, [asleep]),
  ]
  await reschedule(ada, moved, 300)
  await cancel(ada, dropped)
  await runScheduleChangeJobs()
  const current = await reschedule(ada, moved, 360)
  assert.equal(await countUnread(asleep), 0)
  const delays = await listScheduleChangeDelays()
  assert.equal(delays.filter((minutes) => minutes > 110).length, 2)
  await setQuietHours({ from: hour(2), to: hour(-1) })
  await runScheduleChangeJobs({ delayed: true })
  const items = await listScheduleNotifications(asleep)
  assert.deepEqual(items.map(({ kind }) => kind).toSorted(), ['broadcast_cancelled', 'broadcast_rescheduled'])
  assert.equal(items.find(({ kind }) => kind === 'broadcast_rescheduled')?.starts_at, current)
  assert.equal(await countUnread(asleep), 2)
})

test('reminders have their own rate limit', async () => {
  const [ada, fan] = [await signUpCreator(), await signUpFan()]
  const id = await scheduleBroadcastWithReminders(ada, [])
  loadConfig({ DATA_DIR: testApp.dataDir, PACE: '0.1', LIVE: 'on' })
  for (let number = 0; number < 6; number++) await fan.call(setBroadcastReminder, { params: { id } })
  assert.match(await expectApiError(fan.call(deleteBroadcastReminder, { params: { id } })), /^429 /)
  assert.equal(await follow(fan, ada), 'approved')
})

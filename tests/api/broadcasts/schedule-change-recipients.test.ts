import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { cancelScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { putNotificationPreferences } from '#contract/notifications.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { runBroadcastChores } from '#server/broadcasts/ingest/broadcast-chores.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { loadPushMessage } from '#server/notifications/push/push-message.ts'
import { notifyOfCancelledBroadcast } from '#server/notifications/broadcast-changes/cancelled-broadcasts.ts'
import { notifyOfRescheduledBroadcast } from '#server/notifications/broadcast-changes/rescheduled-broadcasts.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { follow, removeFromFollowers, toUserIdParams, unfollow } from '#tests/support/app/member-actions.ts'
import {
  listScheduleNotifications,
  reschedule,
  runScheduleChangeJobs,
  scheduleBroadcastWithReminders,
} from '#tests/support/app/scheduled-broadcasts.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'

// No worker runs, so the tests decide when each job runs.
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

let people = 0
const signUpCreator = (age = 19) => testApp.signUpBroadcaster(`creator${++people}`, age)
const signUpFan = (age = 19) => testApp.signUpMember(`fan${++people}`, age)

const cancel = (creator: TestUser, id: string) => creator.call(cancelScheduledBroadcast, { params: { id } })

/** Returns which of the members have which kinds of notifications. */
async function listRecipients(members: Record<string, TestUser>): Promise<Record<string, string[]>> {
  const entries = Object.entries(members).map(async ([name, who]) => {
    const kinds = (await listScheduleNotifications(who)).map(({ kind }) => kind.replace('broadcast_', ''))
    return [name, kinds.toSorted()] as const
  })
  return Object.fromEntries((await Promise.all(entries)).filter(([, kinds]) => kinds.length > 0))
}

/** Reschedules one broadcast and cancels another, for which these members have set reminders. */
async function changeBroadcasts(creator: TestUser, { moved, dropped }: { moved: string; dropped: string }) {
  await reschedule(creator, moved, 120)
  await cancel(creator, dropped)
  await runScheduleChangeJobs()
}

async function scheduleTwo(creator: TestUser, members: readonly TestUser[], visibility?: 'followers') {
  const options = visibility ? { visibility } : {}
  const moved = await scheduleBroadcastWithReminders(creator, members, options)
  return { moved, dropped: await scheduleBroadcastWithReminders(creator, members, options) }
}

test('members who mute or block the creator, are blocked, or turn these notifications off are not told', async () => {
  const ada = await signUpCreator()
  const members = {
    mutes: await signUpFan(),
    blocks: await signUpFan(),
    blocked: await signUpFan(),
    noneCancelled: await signUpFan(),
    noneRescheduled: await signUpFan(),
    all: await signUpFan(),
  }
  const broadcasts = await scheduleTwo(ada, Object.values(members))
  await members.mutes.call(putMute, toUserIdParams(ada))
  await members.blocks.call(putBlock, toUserIdParams(ada))
  await ada.call(putBlock, toUserIdParams(members.blocked))
  await members.noneCancelled.call(putNotificationPreferences, { body: { broadcast_cancelled: false } })
  await members.noneRescheduled.call(putNotificationPreferences, { body: { broadcast_rescheduled: false } })
  await changeBroadcasts(ada, broadcasts)
  const { rows } = await sql`select from notifications
    where user_id = any(${[members.mutes.id, members.blocks.id, members.blocked.id]})`.execute(db)
  assert.equal(rows.length, 0)
  assert.deepEqual(await listRecipients(members), {
    noneCancelled: ['rescheduled'],
    noneRescheduled: ['cancelled'],
    all: ['cancelled', 'rescheduled'],
  })
  await members.all.call(putBlock, toUserIdParams(ada))
  assert.deepEqual(await listScheduleNotifications(members.all), [])
})

test('an adult is told about a minor’s broadcast only while following the minor', async () => {
  const minor = await signUpCreator(17)
  const members = { stranger: await signUpFan(19), fan: await signUpFan(19), young: await signUpFan(15) }
  await sql`insert into follows (follower_id, followed_id, state, approved_at)
    values (${members.fan.id}, ${minor.id}, 'approved', now())`.execute(db)
  await sql`update profiles set is_private = false where user_id = ${minor.id}`.execute(db)
  const broadcasts = await scheduleTwo(minor, Object.values(members))
  await changeBroadcasts(minor, broadcasts)
  const { rows } = await sql`select from notifications where user_id = ${members.stranger.id}`.execute(db)
  assert.equal(rows.length, 0)
  const both = ['cancelled', 'rescheduled']
  assert.deepEqual(await listRecipients(members), { fan: both, young: both })
  await removeFromFollowers(minor, members.fan)
  assert.deepEqual(await listRecipients(members), { young: both })
})

test('only members who could still find the broadcast are told', async () => {
  const ada = await signUpCreator()
  const members = { fan: await signUpFan(), leaves: await signUpFan() }
  for (const who of Object.values(members)) await follow(who, ada)
  const broadcasts = await scheduleTwo(ada, Object.values(members), 'followers')
  await unfollow(members.leaves, ada)
  await changeBroadcasts(ada, broadcasts)
  assert.deepEqual(await listRecipients(members), { fan: ['cancelled', 'rescheduled'] })

  const rated = { older: await signUpFan(17), younger: await signUpFan(14) }
  const ratedBroadcasts = await scheduleTwo(ada, Object.values(rated))
  for (const id of Object.values(ratedBroadcasts))
    await ada.call(updateContent, { params: { id }, body: { rating: '16' } })
  await changeBroadcasts(ada, ratedBroadcasts)
  assert.deepEqual(await listRecipients(rated), { older: ['cancelled', 'rescheduled'] })
  const { rows } = await sql`select from notifications
    where user_id = ${rated.younger.id} and kind = 'broadcast_cancelled'`.execute(db)
  assert.equal(rows.length, 0)
})

test('nobody is told about a broadcast that was hidden before it was cancelled', async () => {
  const ada = await signUpCreator()
  const members = { fan: await signUpFan() }
  const hide = [
    (id: string) => ada.call(updateContent, { params: { id }, body: { visibility: 'only_me' } }),
    (id: string) => ada.call(updateContent, { params: { id }, body: { visibility: 'unlisted' } }),
    (id: string) => sql`update content set moderation = 'held' where id = ${id}`.execute(db),
    (id: string) => sql`update content set moderation = 'limited' where id = ${id}`.execute(db),
  ]
  for (const hideItem of hide) {
    const broadcasts = await scheduleTwo(ada, [members.fan])
    for (const id of Object.values(broadcasts)) await hideItem(id)
    await changeBroadcasts(ada, broadcasts)
    assert.deepEqual(await listRecipients(members), {}, hideItem.toString())
  }
  const { moved, dropped } = await scheduleTwo(ada, [members.fan])
  await transaction(async (tx) => {
    await sql`update content set moderation = 'removed' where id = ${dropped}`.execute(tx)
    await emitEvent(tx, { type: 'content_visibility_changed', contentId: dropped })
  })
  await sql`update scheduled_broadcasts set starts_at = now() - interval '3 hours' where content_id = ${dropped}`.execute(
    db,
  )
  await runBroadcastChores()
  await reschedule(ada, moved, 120)
  await runScheduleChangeJobs()
  assert.deepEqual(await listRecipients(members), { fan: ['rescheduled'] })
  await ada.call(updateContent, { params: { id: moved }, body: { visibility: 'only_me' } })
  assert.deepEqual(await listRecipients(members), {})
})

test('push messages about changed broadcasts contain no names, and open the broadcast or the creator', async () => {
  const [ada, fan] = [await signUpCreator(), await signUpFan()]
  const broadcasts = await scheduleTwo(ada, [fan])
  await changeBroadcasts(ada, broadcasts)
  const viewer = await loadMemberById(fan.id)
  const loadPush = async (kind: string) => {
    const entry = (await listScheduleNotifications(fan)).find((one) => one.kind === kind)
    const message = await loadPushMessage(viewer!, entry!.id)
    return [message?.body, message?.path]
  }
  assert.deepEqual(await loadPush('broadcast_cancelled'), [
    'A broadcast you set a reminder for was cancelled',
    `/creator/id/${ada.id}`,
  ])
  assert.deepEqual(await loadPush('broadcast_rescheduled'), [
    'A broadcast you set a reminder for has a new start time',
    `/watch/${broadcasts.moved}`,
  ])
})

test('everyone with a reminder is notified once, even if a job dies in between and runs again', async () => {
  const ada = await signUpCreator()
  const crowd = await insertUsers(testApp, 'reminded', 1203)
  const { moved, dropped } = await scheduleTwo(ada, [])
  for (const id of [moved, dropped])
    await sql`insert into broadcast_reminders (content_id, user_id)
      select ${id}::uuid, member from unnest(${crowd.map((member) => member.id)}::uuid[]) member`.execute(db)
  await reschedule(ada, moved, 120)
  await cancel(ada, dropped)
  const at = new Date().toISOString()
  const jobs = [
    (signal: AbortSignal) => notifyOfCancelledBroadcast({ contentId: dropped }, { signal }),
    (signal: AbortSignal) => notifyOfRescheduledBroadcast({ contentId: moved, at }, { signal }),
  ]
  for (const job of jobs) await assert.rejects(job(abortAfterFirstBatch()), /died/)
  const { signal } = new AbortController()
  await Promise.all([...jobs, ...jobs].map((job) => job(signal)))
  const { rows } = await sql<{ kind: string; entries: number; people: number }>`
    select notifications.kind, count(*)::int as entries, count(distinct notifications.user_id)::int as people
    from notifications join notification_causes cause on cause.notification_id = notifications.id
    where notifications.person_id = ${ada.id} group by 1 order by 1`.execute(db)
  assert.deepEqual(rows, [
    { kind: 'broadcast_cancelled', entries: 1203, people: 1203 },
    { kind: 'broadcast_rescheduled', entries: 1203, people: 1203 },
  ])
})

function abortAfterFirstBatch(): AbortSignal {
  let checks = 0
  return {
    throwIfAborted() {
      checks += 1
      if (checks > 1) throw new Error('died')
    },
  } as AbortSignal
}

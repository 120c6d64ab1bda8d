import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getUnreadCount, markAllNotificationsRead } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { notifyFollowers } from '#server/notifications/announce-new-video.ts'
import { notifyAfterQuietHours } from '#server/notifications/postponed-new-video-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { unfollow } from '#tests/support/app/member-actions.ts'
import {
  emitVideoReady,
  followWithNotifications,
  listNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

// No worker runs, so the tests decide when and how often each job runs.
let testApp: TestApp
let crowd: TestUser[]
before(async () => {
  testApp = await startTestApp()
  crowd = await insertUsers(testApp, 'crowd', 1203)
})
after(() => testApp.close())

let creators = 0
/** Signs up a creator whom everyone in `crowd` follows, and announces a new video. */
async function createStar() {
  const star = await testApp.signUpMember(`star${++creators}`)
  await sql`insert into follows (follower_id, followed_id, state, approved_at, new_video_notifications)
    select follower, ${star.id}, 'approved', now() - interval '1 day', true
    from unnest(${crowd.map(({ id }) => id)}::uuid[]) follower`.execute(db)
  return { star, contentId: await announceVideo(star) }
}

async function announceVideo(star: TestUser): Promise<string> {
  const id = await createPublishedVideo(star, { title: 'Stadium' })
  await emitVideoReady(id)
  return id
}

/**
 * Counts the notifications about this creator's videos, the causes of these notifications, and the
 * recipients.
 */
async function countNotifications({ id }: TestUser) {
  const { rows } = await sql<{ entries: number; causes: number; people: number }>`
    select count(distinct notifications.id)::int as entries, count(cause.subject_id)::int as causes,
      count(distinct notifications.user_id)::int as people
    from notifications left join notification_causes cause on cause.notification_id = notifications.id
    where notifications.kind = 'new_video' and notifications.person_id = ${id}`.execute(db)
  return rows[0]!
}

async function countJobs(contentId: string): Promise<number> {
  const { rows } = await sql`select from pgboss.job
    where name = 'notify-followers' and data->>'contentId' = ${contentId}`.execute(db)
  return rows.length
}

const run = (contentId: string) => notifyFollowers({ contentId }, { signal: new AbortController().signal })

/** Returns a signal that is aborted after the job has checked the signal `times` times. */
function abortAfter(times: number): AbortSignal {
  let checks = 0
  return {
    throwIfAborted() {
      checks += 1
      if (checks > times) throw new Error('killed')
    },
  } as AbortSignal
}

test('two workers processing the same video concurrently notify each follower once', async () => {
  const { star, contentId } = await createStar()
  await Promise.all([run(contentId), run(contentId), run(contentId)])
  assert.deepEqual(await countNotifications(star), { entries: 1203, causes: 1203, people: 1203 })
})

test('a killed worker’s notification job resumes where it stopped and does not recreate notifications already read', async () => {
  const { star, contentId } = await createStar()
  await assert.rejects(notifyFollowers({ contentId }, { signal: abortAfter(1) }), /killed/)
  const { entries } = await countNotifications(star)
  assert.ok(entries > 0 && entries < 1203, `${entries} after one batch`)
  await sql`update notifications set read_at = now() where person_id = ${star.id}`.execute(db)
  await run(contentId)
  assert.deepEqual(await countNotifications(star), { entries: 1203, causes: 1203, people: 1203 })
})

test('two videos that a creator publishes at the same time share one notification per follower', async () => {
  const { star, contentId } = await createStar()
  const second = await announceVideo(star)
  await Promise.all([run(contentId), run(second)])
  assert.deepEqual(await countNotifications(star), { entries: 1203, causes: 2406, people: 1203 })
})

test('if a video is hidden before followers are notified, they are notified when it becomes visible again', async () => {
  const { star, contentId } = await createStar()
  const setVisibility = (visibility: 'only_me' | 'public') =>
    db.updateTable('content').set({ visibility }).where('id', '=', contentId).execute()
  await setVisibility('only_me')
  await run(contentId)
  assert.equal((await countNotifications(star)).entries, 0)
  await setVisibility('public')
  assert.equal(await countJobs(contentId), 1)
  await emitVideoReady(contentId)
  assert.equal(await countJobs(contentId), 2)
  await run(contentId)
  assert.equal((await countNotifications(star)).entries, 1203)
})

test('only one notification job is enqueued per video, however often the video becomes visible', async () => {
  const star = await testApp.signUpMember('star_repeated')
  const id = await announceVideo(star)
  await Promise.all([emitVideoReady(id), emitVideoReady(id), emitVideoReady(id)])
  assert.equal(await countJobs(id), 1)
})

/** Quiet hours around the current time, in UTC. */
const quietHoursNow = () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16)
  return { from: at(-1), to: at(2) }
}

const chooseQuietHours = (who: TestUser, hours: { from: string; to: string } | null) =>
  sql`insert into safety_settings (user_id, setting, value) values (${who.id}, 'quiet_hours', ${JSON.stringify(hours)}::jsonb)
    on conflict (user_id, setting) do update set value = excluded.value`.execute(db)

test('followers with quiet hours are notified when their quiet hours end', async () => {
  const star = await testApp.signUpMember('star_late')
  const [asleep, leaves, awake] = [
    await testApp.signUpMember('asleep'),
    await testApp.signUpMember('leaves'),
    await testApp.signUpMember('awake'),
  ]
  const hours = quietHoursNow()
  for (const fan of [asleep, leaves, awake]) {
    await followWithNotifications(fan, star)
    await fan.call(putTimeZone, { body: { time_zone: 'UTC' } })
    await chooseQuietHours(fan, fan === awake ? { from: hours.to, to: hours.from } : hours)
  }
  const [first, second] = [await announceVideo(star), await announceVideo(star)]
  for (const contentId of [first, second]) await run(contentId)
  assert.deepEqual(await listNewVideoNotifications(awake), ['2 of star_late: Stadium'])
  for (const fan of [asleep, leaves]) assert.equal((await fan.call(getUnreadCount, {})).unread, 0)
  const { rows } = await sql<{ data: { contentId: string; userId: string }; start_after: Date }>`
    select data, start_after from pgboss.job where name = 'notify-follower-after-quiet-hours'`.execute(db)
  assert.deepEqual(
    rows.map(({ start_after }) => start_after.toISOString().slice(11, 16)),
    [hours.to, hours.to, hours.to, hours.to],
  )

  await unfollow(leaves, star)
  for (const fan of [asleep, leaves]) await chooseQuietHours(fan, { from: hours.to, to: hours.from })
  const payloads = rows.map(({ data }) => data)
  await Promise.all([notifyAfterQuietHours(payloads), notifyAfterQuietHours(payloads)])
  assert.deepEqual(await listNewVideoNotifications(asleep), ['2 of star_late: Stadium'])
  assert.deepEqual(await listNewVideoNotifications(leaves), [])
  await asleep.call(markAllNotificationsRead, {})
  await notifyAfterQuietHours(payloads)
  assert.deepEqual(await listNewVideoNotifications(asleep), ['2 of star_late: Stadium (read)'])
})

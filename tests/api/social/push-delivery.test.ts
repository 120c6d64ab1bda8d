import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { markAllNotificationsRead, putNotificationPreferences } from '#contract/notifications.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { getPushSettings, updatePushNotificationTypes } from '#contract/push-notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { createNotification } from '#server/notifications/create-notifications.ts'
import { deliverPushMessages } from '#server/notifications/push/deliver-push.ts'
import type { PushDelivery } from '#server/notifications/push/push-job.ts'
import { parseRetryAfter } from '#server/notifications/push/push-request.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { toUserIdParams } from '#tests/support/app/member-actions.ts'
import { addPushDevice, enablePushNotificationTypes } from '#tests/support/app/push-devices.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { TestPushService } from '#tests/support/servers/push-service.ts'

/* These tests call the job handler directly, without a worker, so each test decides when the job runs. */

let service: TestPushService
let testApp: TestApp
before(async () => {
  service = await new TestPushService().start()
  testApp = await startTestApp({ env: { PUSH_SERVICES: service.url } })
})
beforeEach(() => {
  service.answer = () => ({ status: 201 })
})
after(async () => {
  await testApp.close()
  await service.close()
  assert.deepEqual(service.failures, [])
})

let people = 0
const join = () => testApp.signUpMember(`deliver${++people}`)

/** Posts a comment on a creator's video, and returns the job that pushes the notification. */
async function pendingPush() {
  const [creator, fan] = [await join(), await join()]
  const browser = await addPushDevice(creator, service)
  await enablePushNotificationTypes(creator)
  const contentId = await createPublishedVideo(creator)
  const { id } = await fan.call(postComment, {
    params: { id: contentId },
    body: { body: 'the second verse!!' },
  })
  const at = new Date().toISOString()
  await createNotification([{ kind: 'comment', contentId, at, cause: { actorId: fan.id, subjectId: id } }])
  const [job, ...more] = await jobsOf(browser.endpoint)
  assert.deepEqual(more, [])
  return { creator, fan, browser, contentId, commentId: id, job: job!.data }
}

/** Returns the queued jobs for this browser, with the number of seconds until each one starts. */
async function jobsOf(endpoint: string) {
  const { rows } = await sql<{ data: PushDelivery; delay: number }>`
    select data, extract(epoch from start_after - now())::float8 as delay from pgboss.job
    join push_subscriptions on push_subscriptions.id::text = data ->> 'subscriptionId'
    where name = 'push-notification' and endpoint = ${endpoint} order by created_on`.execute(db)
  return rows
}

/** Delivers the message and returns the delay of the next attempt, or undefined if there is none. */
async function deliver({ job, browser }: Awaited<ReturnType<typeof pendingPush>>) {
  const earlier = (await jobsOf(browser.endpoint)).length
  await deliverPushMessages([job])
  const jobs = await jobsOf(browser.endpoint)
  return jobs.length > earlier ? Math.round(jobs.at(-1)!.delay) : undefined
}

const requestsTo = (endpoint: string) => service.requests.filter((one) => one === endpoint).length
const devicesOf = async (who: TestUser) => (await who.call(getPushSettings, {})).devices.length

test('a push message is delivered once, even if its job runs several times', async () => {
  const push = await pendingPush()
  await Promise.all(Array.from({ length: 6 }, () => deliverPushMessages([push.job])))
  assert.equal(await deliver(push), undefined)
  assert.equal(requestsTo(push.browser.endpoint), 1)
  assert.deepEqual(service.textsAt(push.browser), ['There’s a new comment on your video'])
})

test('a browser is removed from a person’s devices once its push subscription has ended', async () => {
  for (const status of [404, 410]) {
    const push = await pendingPush()
    service.answer = () => ({ status })
    assert.equal(await deliver(push), undefined)
    assert.equal(await devicesOf(push.creator), 0)
  }
})

test('a push message is sent again after the delay requested by an overloaded push service', async () => {
  const push = await pendingPush()
  service.answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
  assert.equal(await deliver(push), 600)
  service.answer = () => ({ status: 503, headers: { 'retry-after': '999999' } })
  assert.equal(await deliver(push), 6 * 3600)
  service.answer = () => ({ status: 201 })
  assert.equal(await deliver(push), undefined)
  assert.equal(service.textsAt(push.browser).length, 1)
  assert.equal(parseRetryAfter('Wed, 01 Jul 2026 12:00:30 GMT', Date.parse('2026-07-01T12:00:00Z')), 30)
  for (const useless of [null, 'soon', '0', '-5', 'Wed, 01 Jul 2020 12:00:00 GMT'])
    assert.equal(parseRetryAfter(useless), null)
})

test('a failed push message is retried with increasing delays and finally abandoned', async () => {
  const push = await pendingPush()
  service.answer = () => ({ status: 500 })
  const delays = []
  for (let attempt = 0; attempt < 9; attempt += 1) delays.push(await deliver(push))
  assert.deepEqual(delays, [30, 90, 270, 810, 2430, 7290, 21_600, undefined, undefined])
  assert.equal(requestsTo(push.browser.endpoint), 8)
  assert.equal(await devicesOf(push.creator), 1)
})

test('a push message is not sent again if the push service rejects or redirects the request', async () => {
  for (const status of [400, 403, 413, 302, 307]) {
    const push = await pendingPush()
    service.answer = () => ({ status, headers: { location: `${service.url}/elsewhere` } })
    assert.equal(await deliver(push), undefined)
    service.answer = () => ({ status: 201 })
    assert.equal(await deliver(push), undefined)
    assert.equal(requestsTo(push.browser.endpoint), 1, `${status}`)
    assert.equal(requestsTo(`${service.url}/elsewhere`), 0)
  }
})

test('a request to a push service times out after ten seconds, and the message is sent again later', async (t) => {
  const push = await pendingPush()
  service.answer = () => 'hold'
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.equal(ms, 10_000)
    return AbortSignal.abort()
  })
  assert.equal(await deliver(push), 30)
  t.mock.restoreAll()
  service.answer = () => ({ status: 201 })
  assert.equal(await deliver(push), undefined)
  assert.equal(service.textsAt(push.browser).length, 1)
})

test('when a dead worker’s lease expires, another worker resends the push message, which replaces the first copy', async () => {
  const push = await pendingPush()
  const topics = new Set<unknown>()
  service.answer = ({ headers }) => {
    topics.add(headers.topic)
    return 'hold'
  }
  const dead = deliverPushMessages([push.job])
  dead.catch(() => {})
  while (requestsTo(push.browser.endpoint) === 0) await new Promise(setImmediate)
  // Another worker takes over the job while the first worker may still be sending the message.
  const wait = await deliver(push)
  assert.ok(wait! > 20 && wait! <= 30, `${wait}`)
  assert.equal(requestsTo(push.browser.endpoint), 1)
  await sql`update push_deliveries set leased_until = now() where notification_id = ${push.job.notificationId}`.execute(
    db,
  )
  service.answer = ({ headers }) => {
    topics.add(headers.topic)
    return { status: 201 }
  }
  assert.equal(await deliver(push), undefined)
  assert.equal(service.textsAt(push.browser).length, 1)
  assert.equal(topics.size, 1)
})

test('a notification is not pushed if the recipient may not see it, has turned it off or has read it', async () => {
  const changes: Record<string, (push: Awaited<ReturnType<typeof pendingPush>>) => Promise<unknown>> = {
    read: ({ creator }) => creator.call(markAllNotificationsRead, {}),
    mute: ({ creator, fan }) => creator.call(putMute, toUserIdParams(fan)),
    block: ({ creator, fan }) => creator.call(putBlock, toUserIdParams(fan)),
    blocked: ({ creator, fan }) => fan.call(putBlock, toUserIdParams(creator)),
    deletedComment: ({ fan, commentId }) => fan.call(deleteComment, { params: { id: commentId } }),
    heldComment: ({ commentId }) =>
      db.updateTable('comments').set({ moderation: 'held' }).where('id', '=', commentId).execute(),
    switchedOff: ({ creator }) => creator.call(putNotificationPreferences, { body: { comment: false } }),
    pushSwitchedOff: ({ creator }) => creator.call(updatePushNotificationTypes, { body: { comment: false } }),
    expiredSession: ({ creator }) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(0) })
        .where('user_id', '=', creator.id)
        .execute(),
    leaving: ({ creator }) =>
      db
        .updateTable('profiles')
        .set({ deletion_scheduled_at: new Date() })
        .where('user_id', '=', creator.id)
        .execute(),
    old: ({ job }) =>
      sql`update push_deliveries set created_at = now() - interval '25 hours'
        where notification_id = ${job.notificationId}`.execute(db),
  }
  for (const [name, change] of Object.entries(changes)) {
    const push = await pendingPush()
    await change(push)
    assert.equal(await deliver(push), undefined, name)
    assert.equal(requestsTo(push.browser.endpoint), 0, name)
  }
})

test('a push message waits until the recipient’s quiet hours end', async () => {
  const push = await pendingPush()
  await push.creator.call(putTimeZone, { body: { time_zone: 'UTC' } })
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16)
  const choose = (hours: object | null) =>
    sql`insert into safety_settings (user_id, setting, value) values (${push.creator.id}, 'quiet_hours', ${JSON.stringify(hours)}::jsonb)
      on conflict (user_id, setting) do update set value = excluded.value`.execute(db)
  await choose({ from: at(-1), to: at(2) })
  const wait = await deliver(push)
  assert.ok(wait! > 7000 && wait! <= 7200, `${wait}`)
  assert.equal(requestsTo(push.browser.endpoint), 0)
  await choose(null)
  assert.equal(await deliver(push), undefined)
  assert.equal(requestsTo(push.browser.endpoint), 1)
})

test('no messages are sent to a push service that the operator has removed from the list', async () => {
  const push = await pendingPush()
  const services = config.pushServices
  config.pushServices = []
  try {
    assert.equal(await deliver(push), undefined)
  } finally {
    config.pushServices = services
  }
  assert.equal(requestsTo(push.browser.endpoint), 0)
  assert.equal(await devicesOf(push.creator), 0)
})

test('deleting a notification, a session or an account deletes its push deliveries', async () => {
  for (const table of ['notifications', 'sessions', 'users'] as const) {
    const push = await pendingPush()
    const column = table === 'users' ? 'id' : 'user_id'
    await db
      .deleteFrom(table as 'notifications')
      .where(sql.ref<string>(column), '=', push.creator.id)
      .execute()
    const { rows } =
      await sql`select from push_deliveries where notification_id = ${push.job.notificationId}`.execute(db)
    assert.equal(rows.length, 0, table)
    assert.equal(await deliver(push), undefined)
  }
})

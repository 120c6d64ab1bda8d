import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signIn, signOut } from '#contract/accounts/accounts.ts'
import { putEpisodeNotifications } from '#contract/content/series.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { optionalNotificationKinds } from '#contract/notifications.ts'
import {
  deletePushDevice,
  getPushSettings,
  putPushDevice,
  updatePushNotificationTypes,
} from '#contract/push-notifications.ts'
import { loadVapidKeys } from '#server/notifications/push/vapid-keys.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { emitVideoReady, followWithNotifications } from '#tests/support/app/new-video-notifications.ts'
import {
  addPushDevice,
  waitForPushNotificationJobs,
  enablePushNotificationTypes,
} from '#tests/support/app/push-devices.ts'
import { getTestCredentials, startTestApp, type TestApp, TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'
import { TestPushService } from '#tests/support/servers/push-service.ts'

let service: TestPushService
let testApp: TestApp
before(async () => {
  service = await new TestPushService().start()
  testApp = await startTestApp({ working: true, env: { PUSH_SERVICES: service.url } })
})
after(async () => {
  await testApp.close()
  await service.close()
  assert.deepEqual(service.failures, [])
})

let people = 20
const join = (age?: number) => testApp.signUpMember(`push${++people}`, age)
const settingsOf = (who: TestUser) => who.call(getPushSettings, {})

/** Signs up a creator with a video and a browser that gets all kinds of push notifications. */
async function creatorWithDevice() {
  const creator = await join()
  const browser = await addPushDevice(creator, service)
  await enablePushNotificationTypes(creator)
  return { creator, browser, video: await createPublishedVideo(creator, { title: 'Night bus' }) }
}

const comment = (who: TestUser, id: string, body = 'the second verse!!') =>
  who.call(postComment, { params: { id }, body: { body } })

/** Signs the same person in on another device. */
async function signInAgain(who: TestUser): Promise<TestUser> {
  const other = new TestUser(testApp.app)
  await other.call(signIn, { body: { ...getTestCredentials(who.name), remember: true } })
  return Object.assign(other, { id: who.id, name: who.name })
}

test('no push notifications are sent until a person turns on a device and a kind of notification', async () => {
  const [creator, fan] = [await join(), await join()]
  const video = await createPublishedVideo(creator)
  const { devices, kinds } = await settingsOf(creator)
  assert.deepEqual([devices, Object.values(kinds)], [[], optionalNotificationKinds.map(() => false)])
  await addPushDevice(creator, service)
  const earlier = service.requests.length
  await comment(fan, video)
  await waitForPushNotificationJobs()
  assert.equal(service.requests.length, earlier)

  const saved = await creator.call(updatePushNotificationTypes, { body: { comment: true } })
  assert.deepEqual([saved.comment, saved.like], [true, false])
  const [one, two] = [await createPublishedVideo(creator), await createPublishedVideo(creator)]
  await fan.call(putLike, { params: { id: one } })
  await comment(fan, two)
  await waitForPushNotificationJobs()
  assert.equal(service.requests.length, earlier + 1)
})

test('a push notification contains no names or comment text, and links to the page that it is about', async () => {
  const { creator, browser, video } = await creatorWithDevice()
  const fan = await join()
  await comment(fan, video)
  await waitForPushNotificationJobs()
  const [push, ...more] = service.received.filter(({ endpoint }) => endpoint === browser.endpoint)
  assert.deepEqual(more, [])
  const { id } = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', creator.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(push!.message, {
    id,
    title: 'Afterbell',
    body: 'There’s a new comment on your video',
    path: `/watch/${video}#comments`,
  })
  assert.equal(push!.claims.sub, 'mailto:hello@localhost')
})

test('a notification is pushed once to each device, even if more comments arrive before it is read', async () => {
  const { creator, browser, video } = await creatorWithDevice()
  const phone = await addPushDevice(await signInAgain(creator), service)
  for (const fan of [await join(), await join(), await join()]) await comment(fan, video)
  await waitForPushNotificationJobs()
  for (const device of [browser, phone])
    assert.deepEqual(service.textsAt(device), ['There’s a new comment on your video'])
})

test('followers get a push notification when a creator publishes a new video', async () => {
  const [creator, fan] = [await join(), await join()]
  const browser = await addPushDevice(fan, service)
  await enablePushNotificationTypes(fan, ['new_video'])
  await followWithNotifications(fan, creator)
  const video = await createPublishedVideo(creator, { title: 'Night bus' })
  await emitVideoReady(video)
  await waitForPushNotificationJobs()
  const [push] = service.received.filter(({ endpoint }) => endpoint === browser.endpoint)
  assert.equal(push?.message.body, 'There’s a new video to watch')
  assert.equal(push.message.path, `/watch/${video}`)
})

test('people with notifications for a series get a push notification about a new episode', async () => {
  const [creator, fan] = [await join(), await join()]
  const browser = await addPushDevice(fan, service)
  await enablePushNotificationTypes(fan, ['new_video'])
  const series = await createTestSeries(creator)
  await createEpisode(creator, series, 1, 1)
  await fan.call(putEpisodeNotifications, { params: { id: series }, body: { notifications: 'all' } })
  const video = await createEpisode(creator, series, 1, 2)
  await emitVideoReady(video)
  await waitForPushNotificationJobs()
  const [push] = service.received.filter(({ endpoint }) => endpoint === browser.endpoint)
  assert.equal(push?.message.body, 'There’s a new episode to watch')
  assert.equal(push.message.path, `/watch/${video}`)
})

test('a push notification does not reveal that the recipient has turned 20', async () => {
  const { creator, browser } = await creatorWithDevice()
  await transaction((tx) => emitEvent(tx, { type: 'turned_twenty', userId: creator.id }))
  await waitForPushNotificationJobs()
  assert.deepEqual(service.textsAt(browser), ['There’s news about your account'])
})

test('signing out stops push notifications only in that browser', async () => {
  const { creator, browser, video } = await creatorWithDevice()
  const other = await signInAgain(creator)
  const phone = await addPushDevice(other, service)
  await creator.call(signOut, {})
  await comment(await join(), video)
  await waitForPushNotificationJobs()
  assert.deepEqual(service.textsAt(browser), [])
  assert.deepEqual(service.textsAt(phone), ['There’s a new comment on your video'])
  assert.equal((await settingsOf(other)).devices.length, 1)
})

test('a person can list their devices and remove one', async () => {
  const { creator, browser, video } = await creatorWithDevice()
  const other = await signInAgain(creator)
  const phone = await addPushDevice(other, service)
  const { devices } = await settingsOf(other)
  assert.deepEqual(
    devices.map(({ is_current }) => is_current),
    [false, true],
  )
  const stranger = await join()
  await stranger.call(deletePushDevice, { params: { id: devices[0]!.id } })
  assert.equal((await settingsOf(other)).devices.length, 2)
  await other.call(deletePushDevice, { params: { id: devices[0]!.id } })
  assert.deepEqual(
    (await settingsOf(other)).devices.map(({ id }) => id),
    [devices[1]!.id],
  )
  await comment(await join(), video)
  await waitForPushNotificationJobs()
  assert.deepEqual([service.textsAt(browser).length, service.textsAt(phone).length], [0, 1])
})

test('when another person signs in, a browser stops getting the previous person’s push notifications', async () => {
  const { creator, browser, video } = await creatorWithDevice()
  const next = await join()
  await next.call(putPushDevice, { body: browser })
  assert.deepEqual((await settingsOf(creator)).devices, [])
  await comment(next, video)
  await waitForPushNotificationJobs()
  assert.deepEqual(service.textsAt(browser), [])
})

test('a person can have at most ten devices, even if more subscribe at the same time', async () => {
  const creator = await join()
  const sessions = await Promise.all(Array.from({ length: 12 }, () => signInAgain(creator)))
  const outcomes = await countConcurrentOutcomes(12, (n) => addPushDevice(sessions[n]!, service))
  assert.deepEqual(outcomes, { done: 10, too_many_push_devices: 2 })
  const { devices } = await settingsOf(creator)
  await creator.call(deletePushDevice, { params: { id: devices[0]!.id } })
  await addPushDevice(creator, service)
  await addPushDevice(creator, service)
  assert.equal((await settingsOf(creator)).devices.length, 10)
})

test('a push subscription needs valid keys and an endpoint at a known push service', async () => {
  const creator = await join()
  const browser = service.subscribe((await settingsOf(creator)).public_key!)
  const refused =
    '422 Push notifications aren’t available / We can’t send push notifications to this browser. Try another browser.'
  const noPoint = Buffer.alloc(65, 4).toString('base64url')
  for (const wrong of [
    { endpoint: 'http://127.0.0.1:1/push' },
    { endpoint: 'http://169.254.169.254/latest/meta-data' },
    { endpoint: 'https://fcm.googleapis.com/fcm/send/x' },
    { endpoint: `${service.url}/${'x'.repeat(1000)}` },
    { p256dh: noPoint },
    { p256dh: 'short' },
    { auth: 'short' },
  ])
    assert.equal(
      await expectApiError(creator.call(putPushDevice, { body: { ...browser, ...wrong } })),
      refused,
    )
  assert.deepEqual((await settingsOf(creator)).devices, [])
})

test('all processes use the same VAPID keys, which are stored with the site’s secrets', async () => {
  await sql`delete from site_secrets where name = 'vapid'`.execute(db)
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadVapidKeys()))
  assert.equal(new Set(keys.map((key) => JSON.stringify(key))).size, 1)
  const { rows } = await sql`select from site_secrets where name = 'vapid'`.execute(db)
  assert.equal(rows.length, 1)
})

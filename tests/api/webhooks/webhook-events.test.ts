import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { type WebhookEventType, webhookEventTypes } from '#contract/admin/webhooks.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { announceBroadcastChange } from '#server/broadcasts/end-broadcast.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { getTestUserEmail, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import {
  addWebhook,
  createQueuedDeliveries,
  fetchDeliveryLog,
  sendWaitingDeliveries,
} from '#tests/support/webhooks/test-webhooks.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'

const site = 'https://bell.example'
let receiver: TestWebhookReceiver
let testApp: TestApp
let admin: TestUser
let adult: TestUser
let teen: TestUser
let webhookId: string
before(async () => {
  receiver = await new TestWebhookReceiver().start()
  const env = { WEBHOOK_TEST_ORIGINS: receiver.url, PUBLIC_URL: site, PACE: '0' }
  testApp = await startTestApp({ env })
  admin = await signUpStaff(testApp, 'event_admin', 'admin')
  adult = await testApp.signUpMember('event_adult', 19)
  teen = await testApp.signUpMember('event_teen', 14)
  webhookId = (await addWebhook(admin, receiver.url, [...webhookEventTypes])).id
})
beforeEach(async () => {
  await createQueuedDeliveries()
  await sendWaitingDeliveries()
  receiver.received = []
})
after(async () => {
  await testApp.close()
  await receiver.close()
})

/** Returns what the receiver gets after the queued events are delivered. */
async function deliver(): Promise<{ type: WebhookEventType; data: Record<string, unknown> }[]> {
  receiver.received = []
  await createQueuedDeliveries()
  await sendWaitingDeliveries()
  return receiver.received.map(({ event }) => event as never)
}
const publish = async (owner: TestUser, title: string) => {
  const id = await createPublishedVideo(owner, { title, visibility: 'only_me' })
  await owner.call(updateContent, { params: { id }, body: { visibility: 'public' } })
  return id
}

test('publishing a video emits video.published once, with its title if it may leave the site', async () => {
  const id = await publish(adult, 'Harbour at dawn')
  const [event, ...more] = await deliver()
  assert.deepEqual(more, [])
  assert.equal(event!.type, 'video.published')
  const { created_at, ...data } = event!.data
  assert.ok(Date.parse(String(created_at)))
  assert.deepEqual(data, {
    content_id: id,
    content_type: 'music_video',
    url: `${site}/watch/${id}`,
    title: 'Harbour at dawn',
    creator: 'event_adult',
  })
  await adult.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
  await adult.call(updateContent, { params: { id }, body: { visibility: 'public' } })
  assert.deepEqual(await deliver(), [])
})

test('an event about a minor contains only ids', async () => {
  const id = await publish(teen, 'My first song')
  const [event] = await deliver()
  assert.deepEqual(
    [event!.data['content_id'], event!.data['title'], event!.data['creator']],
    [id, null, null],
  )
  const text = JSON.stringify(receiver.received)
  for (const word of ['My first song', 'event_teen', getTestUserEmail('event_teen'), '14'])
    assert.ok(!JSON.stringify(event).includes(`"${word}"`) && (word === '14' || !text.includes(word)), word)
})

test('private, unlisted, held, followers-only and 16+ items emit nothing', async () => {
  for (const fields of [
    { visibility: 'only_me' },
    { visibility: 'unlisted' },
    { visibility: 'followers' },
    { moderation: 'held' },
    { moderation: 'limited' },
  ] as const) {
    const contentId = await createPublishedVideo(adult, fields)
    await transaction((tx) => emitEvent(tx, { type: 'upload_ready', contentId }))
  }
  const rated = await createPublishedVideo(adult)
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', rated).execute()
  await transaction((tx) => emitEvent(tx, { type: 'upload_ready', contentId: rated }))
  assert.deepEqual(await deliver(), [])
})

test('a processed public video emits video.ready and video.published', async () => {
  const contentId = await createPublishedVideo(adult)
  await transaction((tx) => emitEvent(tx, { type: 'upload_ready', contentId }))
  const events = await deliver()
  assert.deepEqual(events.map(({ type }) => type).toSorted(), ['video.published', 'video.ready'])
})

test('a comment emits comment.created without its text and author', async () => {
  const id = await createPublishedVideo(adult)
  const comment = await teen.call(postComment, { params: { id }, body: { body: 'what a chorus' } })
  const [event, ...more] = await deliver()
  assert.deepEqual(more, [])
  assert.equal(event!.type, 'comment.created')
  assert.deepEqual(Object.keys(event!.data), ['comment_id', 'content_id', 'parent_id', 'url', 'created_at'])
  assert.deepEqual([event!.data['comment_id'], event!.data['content_id']], [comment.id, id])
  const hidden = await createPublishedVideo(adult, { visibility: 'unlisted' })
  await teen.call(postComment, { params: { id: hidden }, body: { body: 'nice' } })
  assert.deepEqual(await deliver(), [])
})

test('a report that opens a case emits report.opened without its text, reporter and subject', async () => {
  const id = await createPublishedVideo(teen, { title: 'Reported film' })
  const report = (who: TestUser, words: string) =>
    who.call(sendReport, { body: { subject: 'content', id, reason: 'bullying', words } })
  await report(adult, 'He calls me names')
  await report(admin, 'Me too')
  const [event, ...more] = await deliver()
  assert.deepEqual(more, [], 'the second report joins the open case')
  assert.equal(event!.type, 'report.opened')
  assert.deepEqual(Object.keys(event!.data), ['case_id', 'subject', 'priority', 'url', 'opened_at'])
  const text = JSON.stringify(receiver.received)
  for (const word of [id, 'names', 'event_teen', 'event_adult', teen.id, adult.id])
    assert.ok(!text.includes(word), word)
})

test('a broadcast on air emits live.started', async () => {
  const id = await createPublishedVideo(adult, { type: 'live', title: 'Studio session' })
  await db
    .updateTable('content')
    .set({ stream_status: 'live', stream_url: null })
    .where('id', '=', id)
    .execute()
  await transaction((tx) => announceBroadcastChange(tx, id))
  assert.deepEqual(await deliver(), [], 'it is not on air yet')
  await db
    .insertInto('broadcasts')
    .values({
      content_id: id,
      user_id: adult.id,
      source: 'browser',
      delay_seconds: 10,
      state: 'on_air',
      started_at: new Date(),
    } as never)
    .execute()
  await transaction((tx) => announceBroadcastChange(tx, id))
  await transaction((tx) => announceBroadcastChange(tx, id))
  const [event, ...more] = await deliver()
  assert.deepEqual(more, [])
  assert.deepEqual([event!.type, event!.data['content_id']], ['live.started', id])
})

test('an event takes effect only if its transaction is committed', async () => {
  const contentId = await createPublishedVideo(adult)
  const failed = transaction(async (tx) => {
    await emitEvent(tx, { type: 'upload_ready', contentId })
    throw new Error('rolled back')
  })
  await assert.rejects(failed, /rolled back/)
  assert.deepEqual(await createQueuedDeliveries(), [])
})

test('what was hidden before its delivery is not sent, even if it is replayed', async () => {
  const id = await publish(adult, 'Withdrawn film')
  await createQueuedDeliveries()
  await adult.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
  await sendWaitingDeliveries()
  const [skipped] = await fetchDeliveryLog(admin, webhookId)
  assert.deepEqual([skipped!.state, skipped!.attempts], ['skipped', 0])
  assert.equal(receiver.received.length, 0)
  const video = await createPublishedVideo(adult)
  const comment = await teen.call(postComment, { params: { id: video }, body: { body: 'oops' } })
  await createQueuedDeliveries()
  await teen.call(deleteComment, { params: { id: comment.id } })
  await sendWaitingDeliveries()
  assert.equal(receiver.received.length, 0)
  const held = await teen.call(postComment, { params: { id: video }, body: { body: 'well' } })
  await createQueuedDeliveries()
  await db.updateTable('comments').set({ moderation: 'held' }).where('id', '=', held.id).execute()
  await sendWaitingDeliveries()
  assert.equal(receiver.received.length, 0)
})

test('nothing is stored if no webhook wants the event', async () => {
  await db
    .updateTable('webhook_endpoints')
    .set({ event_types: ['report.opened'] })
    .execute()
  const contentId = await createPublishedVideo(adult)
  await transaction((tx) => emitEvent(tx, { type: 'upload_ready', contentId }))
  await adult.call(updateProfile, { body: { bio: 'Hello' } })
  assert.deepEqual(await createQueuedDeliveries(), [])
})

test('the log of an event is deleted with the account that it is about', async () => {
  await db
    .updateTable('webhook_endpoints')
    .set({ event_types: [...webhookEventTypes] })
    .execute()
  const short = await testApp.signUpMember('event_short', 18)
  await publish(short, 'Short stay')
  await deliver()
  const count = async () =>
    (await db.selectFrom('webhook_events').select('id').where('user_id', '=', short.id).execute()).length
  assert.equal(await count(), 1)
  await db.deleteFrom('users').where('id', '=', short.id).execute()
  assert.equal(await count(), 0)
})

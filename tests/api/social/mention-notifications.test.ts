import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { editComment, postComment, putCommentDecision } from '#contract/engagement/comments.ts'
import { listNotifications, putNotificationPreferences } from '#contract/notifications.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { createNotifications } from '#server/notifications/create-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let members = 0
before(async () => {
  testApp = await startTestApp({ working: true, env: { PACE: '100' } })
  // Adults have no quiet hours.
  ada = await testApp.signUpMember('ada', 18)
  bob = await testApp.signUpMember('bob', 18)
})
after(() => testApp.close())

const join = () => testApp.signUpMember(`member_${++members}`, 18)
const say = (who: TestUser, id: string, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })
/** The notifications about a video: the kind, the people and the excerpt. */
const told = async (who: TestUser, id: string) =>
  (await who.call(listNotifications, { query: {} })).items
    .filter(({ content }) => content?.id === id)
    .map(({ kind, actors, excerpt }) => [kind, actors.map(({ username }) => username).join(), excerpt])

/**
 * Waits until all notifications about earlier comments exist. The jobs run one after another, so it is enough
 * to wait for the notification about one last comment.
 */
async function settle(id: string): Promise<void> {
  const last = await join()
  await say(bob, id, `@${last.name}`)
  await waitUntil(async () => (await told(last, id)).length > 0)
}

test('a mentioned person is notified once per comment, and mentions in the same video are grouped', async () => {
  const [id, cleo, dan] = [await createPublishedVideo(ada), await join(), await join()]
  const { id: comment } = await say(bob, id, `@${cleo.name} @${cleo.name} look`)
  await settle(id)
  assert.deepEqual(await told(cleo, id), [['mention', 'bob', `@${cleo.name} @${cleo.name} look`]])
  // The edit notifies only the person whom the comment did not mention before.
  const [first] = (await cleo.call(listNotifications, { query: {} })).items
  await bob.call(editComment, {
    params: { id: comment },
    body: { body: `@${cleo.name} and @${dan.name}` },
  })
  await settle(id)
  assert.deepEqual(await told(dan, id), [['mention', 'bob', `@${cleo.name} and @${dan.name}`]])
  const [unchanged] = (await cleo.call(listNotifications, { query: {} })).items
  assert.equal(unchanged!.created_at, first!.created_at)
  await say(dan, id, `yes @${cleo.name}`)
  await waitUntil(async () => (await told(cleo, id))[0]![1] === `${dan.name},bob`)
  // The notification disappears when the mention is removed.
  await bob.call(editComment, { params: { id: comment }, body: { body: 'nobody' } })
  assert.deepEqual(await told(dan, id), [])
})

test('a comment notifies each person once: as a reply, else as a mention, else as a comment', async () => {
  const owner = await join()
  const id = await createPublishedVideo(owner)
  const { id: thread } = await say(owner, id, 'what do you think?')
  await say(bob, id, `@${owner.name} great`, thread)
  await say(ada, id, `@${owner.name} great too`)
  await settle(id)
  assert.deepEqual(
    (await told(owner, id)).filter(([kind]) => kind !== 'comment'),
    [
      ['mention', 'ada', `@${owner.name} great too`],
      ['reply', 'bob', `@${owner.name} great`],
    ],
  )
  // If mentions are turned off, the owner is still notified of the comment.
  await owner.call(putNotificationPreferences, { body: { mention: false } })
  const next = await createPublishedVideo(owner)
  await say(ada, next, `@${owner.name} again`)
  await waitUntil(async () => (await told(owner, next)).length > 0)
  assert.deepEqual(await told(owner, next), [['comment', 'ada', `@${owner.name} again`]])
})

test('a held comment notifies the mentioned people only after it has been approved', async () => {
  const [owner, cleo] = [await join(), await join()]
  const id = await createPublishedVideo(owner)
  await db.updateTable('profiles').set({ held_words: 'banana' }).where('user_id', '=', owner.id).execute()
  const held = await say(bob, id, `@${cleo.name} banana`)
  assert.equal(held.held, 'owner')
  await settle(id)
  assert.deepEqual(await told(cleo, id), [])
  await owner.call(putCommentDecision, { params: { id: held.id }, body: { decision: 'approve' } })
  await waitUntil(async () => (await told(cleo, id)).length > 0)
})

test('a mention does not notify people who blocked or muted the author, cannot see the video or disallow mentions', async () => {
  const id = await createPublishedVideo(ada)
  const trigger = async (who: TestUser, on = id) => {
    const { id: subjectId } = await say(bob, on, `hi @${who.name}`)
    await db.deleteFrom('notifications').where('user_id', '=', who.id).execute()
    return {
      kind: 'mention' as const,
      contentId: on,
      userId: who.id,
      at: new Date().toISOString(),
      cause: { actorId: bob.id, subjectId },
    }
  }
  const isTold = async (who: TestUser, change: () => Promise<unknown>, on = id) => {
    const job = await trigger(who, on)
    await settle(id)
    await db.deleteFrom('notifications').where('user_id', '=', who.id).execute()
    await change()
    await createNotifications([job])
    const row = await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', who.id)
      .executeTakeFirst()
    return row !== undefined
  }
  const [muting, blocking, closed, plain] = [await join(), await join(), await join(), await join()]
  assert.equal(await isTold(plain, async () => {}), true)
  assert.equal(await isTold(muting, () => muting.call(putMute, { params: { id: bob.id } })), false)
  assert.equal(await isTold(blocking, () => blocking.call(putBlock, { params: { id: bob.id } })), false)
  const setting = { params: { setting: 'mentions_from' as const }, body: { value: 'nobody' } }
  assert.equal(await isTold(closed, () => closed.call(putSafetySetting, setting)), false)

  const followersOnly = await createPublishedVideo(ada)
  await ada.call(updateContent, { params: { id: followersOnly }, body: { visibility: 'followers' } })
  await insertApprovedFollow(bob, ada)
  const [outsider, follower] = [await join(), await join()]
  await insertApprovedFollow(follower, ada)
  assert.equal(await isTold(outsider, async () => {}, followersOnly), false)
  assert.equal(await isTold(follower, async () => {}, followersOnly), true)
})

test('a reply in a thread does not notify mentioned people who blocked the author of the thread', async () => {
  const [id, cleo, blocked] = [await createPublishedVideo(ada), await join(), await join()]
  const { id: thread } = await say(blocked, id, 'start')
  await cleo.call(putBlock, { params: { id: blocked.id } })
  await say(bob, id, `@${cleo.name} look at this`, thread)
  await settle(id)
  assert.deepEqual(await told(cleo, id), [])
})

test('a person is notified of mentions in at most 20 comments a day by the same author', async () => {
  const cleo = await join()
  for (let n = 0; n < 21; n++) {
    const id = await createPublishedVideo(ada)
    const { id: comment } = await say(ada, id, `@${cleo.name}`)
    await createNotifications([
      {
        kind: 'mention',
        contentId: id,
        userId: cleo.id,
        at: new Date().toISOString(),
        cause: { actorId: ada.id, subjectId: comment },
      },
    ])
  }
  const rows = await db.selectFrom('notifications').select('id').where('user_id', '=', cleo.id).execute()
  assert.equal(rows.length, 20)
})

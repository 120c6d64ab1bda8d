import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getUnreadCount, listNotifications, type NotificationKind } from '#contract/notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let owner: TestUser
let fan: TestUser
let stranger: TestUser
before(async () => {
  testApp = await startTestApp()
  owner = await testApp.signUpMember('ada')
  fan = await testApp.signUpMember('bea')
  stranger = await testApp.signUpMember('cleo')
})
after(() => testApp.close())

interface Cause {
  by: TestUser
  about: string
}

async function notify(kind: NotificationKind, contentId: string | null, causes: Cause[] = []): Promise<void> {
  const { id } = await db
    .insertInto('notifications')
    .values({
      user_id: owner.id,
      kind,
      content_id: contentId,
      person_id: contentId ? null : (causes[0]?.by.id ?? null),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { by, about } of causes)
    await db
      .insertInto('notification_causes')
      .values({ user_id: owner.id, kind, subject_id: about, actor_id: by.id, notification_id: id })
      .execute()
}

/** The kinds of the listed notifications that are unread. The count must agree with the list. */
async function unreadKinds(): Promise<string[]> {
  const { items, unread } = await owner.call(listNotifications, { query: {} })
  const kinds = items.filter((item) => !item.read).map(({ kind }) => kind)
  assert.equal(unread, kinds.length)
  assert.equal((await owner.call(getUnreadCount, {})).unread, kinds.length)
  return kinds.toSorted()
}

test('counts the unread notifications of all kinds that still apply', async () => {
  assert.deepEqual(await unreadKinds(), [])
  const video = await createPublishedVideo(owner)
  const failed = await createPublishedVideo(owner, { status: 'failed' })
  const comment = await db
    .insertInto('comments')
    .values({ content_id: video, user_id: fan.id, body: 'Lovely', moderation: 'approved' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('likes').values({ content_id: video, user_id: fan.id }).execute()
  await db
    .insertInto('follows')
    .values({ follower_id: fan.id, followed_id: owner.id, state: 'approved', approved_at: new Date() })
    .execute()
  await notify('like', video, [
    { by: fan, about: video },
    { by: stranger, about: video },
  ])
  await notify('comment', video, [{ by: fan, about: comment.id }])
  await notify('new_follower', null, [{ by: fan, about: owner.id }])
  await notify('upload_ready', video)
  await notify('upload_failed', failed)
  await notify('turned_twenty', null)
  // These do not apply: the stranger neither follows nor has asked to follow, and the video is not ready.
  await notify('follow_request', null, [{ by: stranger, about: owner.id }])
  await notify('upload_ready', failed)
  await notify('decision', null)
  const expected = ['comment', 'like', 'new_follower', 'turned_twenty', 'upload_failed', 'upload_ready']
  assert.deepEqual(await unreadKinds(), expected)

  await db.deleteFrom('likes').where('user_id', '=', fan.id).execute()
  assert.deepEqual(
    await unreadKinds(),
    expected.filter((kind) => kind !== 'like'),
  )
  await db.insertInto('mutes').values({ muter_id: owner.id, muted_id: fan.id }).execute()
  assert.deepEqual(await unreadKinds(), ['turned_twenty', 'upload_failed', 'upload_ready'])
})

test('ignores kinds of notifications that only a newer release knows', async () => {
  const known = await unreadKinds()
  await db
    .insertInto('notifications')
    .values({ user_id: owner.id, kind: 'from_the_future' as NotificationKind, content_id: null })
    .execute()
  assert.equal((await owner.call(getUnreadCount, {})).unread, known.length)
})

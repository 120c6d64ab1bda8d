import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { updateContent } from '#contract/content/own-content.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import {
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  putNotificationPreferences,
} from '#contract/notifications.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { getProfileById } from '#contract/people/profiles.ts'
import { listFollowing } from '#contract/people/follows.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToLiveUpdates } from '#tests/support/app/live-update-listener.ts'
import { follow, setProfilePrivacy, toUserIdParams, unfollow } from '#tests/support/app/member-actions.ts'
import {
  emitVideoReady,
  followWithNotifications,
  listNewVideoNotifications,
  updateNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp({ working: true })))
after(() => testApp.close())

let people = 0
const join = (age?: number) => testApp.signUpMember(`bell${++people}`, age)

/** Publishes a video and notifies the followers. */
async function publish(creator: TestUser, title: string): Promise<string> {
  const id = await createPublishedVideo(creator, { title })
  await emitVideoReady(id)
  await waitForNewVideoNotifications()
  return id
}

test('only followers who turned on notifications are notified of a new video', async () => {
  const [ada, fan, quiet, stranger] = [await join(), await join(), await join(), await join()]
  await followWithNotifications(fan, ada)
  await follow(quiet, ada)
  const id = await publish(ada, 'Night bus')
  const { items, unread } = await fan.call(listNotifications, { query: {} })
  assert.equal(unread, 1)
  const { kind, content, videos_count, actors } = items[0]!
  assert.deepEqual(
    [kind, content?.id, content?.title, videos_count, actors[0]?.username],
    ['new_video', id, 'Night bus', 1, ada.name],
  )
  for (const other of [quiet, stranger]) assert.deepEqual(await listNewVideoNotifications(other), [])
})

test('unread notifications about new videos of the same creator are merged', async () => {
  const [ada, ben, fan] = [await join(), await join(), await join()]
  await followWithNotifications(fan, ada)
  await followWithNotifications(fan, ben)
  for (const title of ['one', 'two', 'three']) await publish(ada, title)
  await publish(ben, 'other')
  assert.deepEqual(await listNewVideoNotifications(fan), [
    `1 of ${ben.name}: other`,
    `3 of ${ada.name}: three`,
  ])
  await fan.call(markAllNotificationsRead, {})
  await publish(ada, 'four')
  assert.deepEqual(await listNewVideoNotifications(fan), [
    `1 of ${ada.name}: four`,
    `1 of ${ben.name}: other (read)`,
    `3 of ${ada.name}: three (read)`,
  ])
})

test('a video is announced when it is ready, public and approved for the first time', async () => {
  const [ada, fan] = [await join(), await join()]
  await followWithNotifications(fan, ada)
  const id = await createPublishedVideo(ada, { title: 'shy', visibility: 'only_me' })
  await emitVideoReady(id)
  await waitForNewVideoNotifications()
  assert.deepEqual(await listNewVideoNotifications(fan), [])
  const show = async (visibility: 'followers' | 'public' | 'only_me') => {
    await ada.call(updateContent, { params: { id }, body: { visibility } })
    await waitForNewVideoNotifications()
  }
  await show('followers')
  assert.deepEqual(await listNewVideoNotifications(fan), [`1 of ${ada.name}: shy`])
  await fan.call(markAllNotificationsRead, {})
  for (const visibility of ['only_me', 'public', 'only_me', 'followers'] as const) await show(visibility)
  assert.deepEqual(await listNewVideoNotifications(fan), [`1 of ${ada.name}: shy (read)`])

  const held = await createPublishedVideo(ada, { title: 'held', moderation: 'held' })
  await emitVideoReady(held)
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', held).execute()
  await transaction((tx) => emitEvent(tx, { type: 'content_visibility_changed', contentId: held }))
  await waitForNewVideoNotifications()
  assert.equal((await listNewVideoNotifications(fan))[0], `1 of ${ada.name}: held`)
})

test('a notification about a new video disappears when its recipient can no longer find the video', async () => {
  const ada = await join()
  const [unfollows, mutes, blocks, blocked, younger, stays] = [
    await join(),
    await join(),
    await join(),
    await join(),
    await join(13),
    await join(),
  ]
  const all = [unfollows, mutes, blocks, blocked, younger, stays]
  for (const fan of all) await followWithNotifications(fan, ada)
  const id = await publish(ada, 'Night bus')
  for (const fan of all) assert.equal((await listNewVideoNotifications(fan)).length, 1)
  await unfollow(unfollows, ada)
  await mutes.call(putMute, toUserIdParams(ada))
  await blocks.call(putBlock, toUserIdParams(ada))
  await ada.call(putBlock, toUserIdParams(blocked))
  await ada.call(updateContent, { params: { id }, body: { rating: '16' } })
  for (const fan of [unfollows, mutes, blocks, blocked, younger]) {
    assert.deepEqual(await listNewVideoNotifications(fan), [], fan.name)
    assert.equal((await fan.call(getUnreadCount, {})).unread, 0)
  }
  assert.equal((await listNewVideoNotifications(stays)).length, 1)
  const second = await publish(ada, 'Day bus')
  assert.deepEqual(await listNewVideoNotifications(stays), [`2 of ${ada.name}: Day bus`])
  await ada.call(updateContent, { params: { id: second }, body: { visibility: 'only_me' } })
  assert.deepEqual(await listNewVideoNotifications(stays), [`1 of ${ada.name}: Night bus`])
})

test('people who mute a creator or turn off notifications about new videos are not notified', async () => {
  const [ada, muter, off, changed] = [await join(), await join(), await join(), await join()]
  for (const fan of [muter, off, changed]) await followWithNotifications(fan, ada)
  await muter.call(putMute, toUserIdParams(ada))
  await off.call(putNotificationPreferences, { body: { new_video: false } })
  await updateNewVideoNotifications(changed, ada, 'none')
  await publish(ada, 'Night bus')
  const { rows } =
    await sql`select from notifications where user_id = any(${[muter.id, off.id, changed.id]})`.execute(db)
  assert.equal(rows.length, 0)
})

test('only approved followers can turn on notifications, and unfollowing turns notifications off', async () => {
  const [ada, fan] = [await join(), await join()]
  const notFollowing =
    '409 You don’t follow this person / Follow this person first, or wait until they accept your request.'
  const setting = async () => (await fan.call(getProfileById, toUserIdParams(ada))).new_video_notifications
  assert.equal(await expectApiError(updateNewVideoNotifications(fan, ada, 'all')), notFollowing)
  await setProfilePrivacy(ada, true)
  await follow(fan, ada)
  assert.equal(await expectApiError(updateNewVideoNotifications(fan, ada, 'all')), notFollowing)
  await setProfilePrivacy(ada, false)
  assert.equal(await setting(), 'none')
  assert.deepEqual(await updateNewVideoNotifications(fan, ada, 'all'), { new_videos: 'all' })
  assert.deepEqual(await updateNewVideoNotifications(fan, ada, 'all'), { new_videos: 'all' })
  assert.equal(await setting(), 'all')
  const { items } = await fan.call(listFollowing, { query: {} })
  assert.equal(items[0]!.new_video_notifications, 'all')
  assert.equal((await ada.call(getProfileById, toUserIdParams(fan))).new_video_notifications, 'none')
  await unfollow(fan, ada)
  await follow(fan, ada)
  assert.equal(await setting(), 'none')
})

test('pages that a notified follower has open receive the notification live', async (t) => {
  const [ada, fan] = [await join(), await join()]
  await followWithNotifications(fan, ada)
  const { live_cursor } = await fan.call(getUnreadCount, {})
  const listener = await listenToLiveUpdates(fan, notificationEventsPath, live_cursor)
  t.after(() => listener.stop())
  const rings = listener.next('bell')
  await publish(ada, 'Night bus')
  await rings
  assert.equal((await fan.call(getUnreadCount, {})).unread, 1)
})

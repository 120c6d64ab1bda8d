import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signOut } from '#contract/accounts/accounts.ts'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import {
  getNotificationPreferences,
  getUnreadCount,
  listNotifications,
  optionalNotificationKinds,
  putNotificationPreferences,
  markNotificationRead,
  markAllNotificationsRead,
} from '#contract/notifications.ts'
import { emitEvent } from '#server/domain-events.ts'
import { createNotification } from '#server/notifications/create-notifications.ts'
import { deleteOldNotifications } from '#server/notifications/notifications.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToLiveUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let fans: TestUser[]
before(async () => {
  testApp = await startTestApp({ working: true })
  fans = await Promise.all(['bob', 'cleo', 'dan', 'eve', 'finn'].map((name) => testApp.signUpMember(name)))
})
after(() => testApp.close())

let creators = 0
/** Creates a user who has no notifications, and a video by this user. */
async function creator() {
  const person = await testApp.signUpMember(`creator${++creators}`)
  return { person, id: await createPublishedVideo(person, { title: 'Night bus' }) }
}

const say = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })
const like = (who: TestUser, id: string) => who.call(putLike, { params: { id } })
const unlike = (who: TestUser, id: string) => who.call(deleteLike, { params: { id } })
const list = (who: TestUser, query = {}) => who.call(listNotifications, { query })

/** Returns the user's notifications after all pending jobs have run. */
async function notificationsOf(person: TestUser) {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job where name = 'create-notifications' and state < 'completed'`.execute(
      db,
    )
    return rows[0]!.open === 0
  })
  return list(person)
}

test('a video’s owner gets a notification with the author and the text of a new comment', async () => {
  const { person, id } = await creator()
  await say(fans[0]!, id, 'the second verse!!')
  const { items, unread } = await notificationsOf(person)
  assert.equal(unread, 1)
  const [entry] = items
  assert.equal(entry!.kind, 'comment')
  assert.deepEqual([entry!.content?.id, entry!.content?.title], [id, 'Night bus'])
  assert.deepEqual(
    entry!.actors.map(({ username }) => username),
    ['bob'],
  )
  assert.deepEqual([entry!.excerpt, entry!.read], ['the second verse!!', false])
})

test('likes on a video share one unread notification that counts each person once', async () => {
  const { person, id } = await creator()
  for (const fan of fans) await like(fan, id)
  await unlike(fans[4]!, id)
  await like(fans[4]!, id)
  const { items, unread } = await notificationsOf(person)
  assert.deepEqual([items.length, unread], [1, 1])
  assert.deepEqual([items[0]!.kind, items[0]!.actors_count], ['like', 5])
  assert.deepEqual(
    items[0]!.actors.map(({ username }) => username),
    ['finn', 'eve', 'dan'],
  )
})

test('after a like notification has been read, a like by another person creates a new notification', async () => {
  const { person, id } = await creator()
  await like(fans[0]!, id)
  const [first] = (await notificationsOf(person)).items
  assert.deepEqual(await person.call(markNotificationRead, { params: { id: first!.id } }), { unread: 0 })
  await unlike(fans[0]!, id)
  await like(fans[0]!, id)
  assert.equal((await notificationsOf(person)).unread, 0)
  await like(fans[1]!, id)
  const { items, unread } = await notificationsOf(person)
  assert.equal(unread, 1)
  assert.deepEqual(
    items.map(({ read, actors_count }) => [read, actors_count]),
    [
      [false, 1],
      [true, 1],
    ],
  )
})

test('users are not notified of their own actions', async () => {
  const { person, id } = await creator()
  await say(person, id, 'first, obviously')
  await like(person, id)
  assert.deepEqual(await notificationsOf(person), {
    items: [],
    next_cursor: null,
    unread: 0,
    quiet_until: null,
  })
})

test('deleted comments and withdrawn likes disappear from the notifications', async () => {
  const { person, id } = await creator()
  const { id: gone } = await say(fans[0]!, id, 'oops')
  await say(fans[1]!, id, 'stays')
  await like(fans[0]!, id)
  assert.equal((await notificationsOf(person)).unread, 2)
  await fans[0]!.call(deleteComment, { params: { id: gone } })
  await unlike(fans[0]!, id)
  const { items, unread } = await notificationsOf(person)
  assert.equal(unread, 1)
  assert.deepEqual(
    items.map(({ actors_count, excerpt }) => [actors_count, excerpt]),
    [[1, 'stays']],
  )
})

test('notifications omit held comments, deleted videos and deleted accounts', async () => {
  const { person, id } = await creator()
  const { id: comment } = await say(fans[0]!, id, 'hello')
  const leaver = await testApp.signUpMember('leaver')
  await like(leaver, id)
  assert.equal((await notificationsOf(person)).unread, 2)
  await db.updateTable('comments').set({ moderation: 'held' }).where('id', '=', comment).execute()
  assert.equal((await list(person)).unread, 1)
  await db.deleteFrom('users').where('id', '=', leaver.id).execute()
  assert.deepEqual(await list(person), { items: [], next_cursor: null, unread: 0, quiet_until: null })
  await like(fans[1]!, id)
  assert.equal((await notificationsOf(person)).unread, 1)
  await person.call(deleteContent, { params: { id } })
  assert.deepEqual(await list(person), { items: [], next_cursor: null, unread: 0, quiet_until: null })
})

test('if only the owner can watch a video, only the owner sees notifications about it', async () => {
  const { person, id } = await creator()
  await say(fans[0]!, id, 'before')
  await db.updateTable('content').set({ visibility: 'only_me' }).where('id', '=', id).execute()
  assert.equal((await notificationsOf(person)).unread, 1)
  for (const fan of fans) assert.equal((await list(fan)).items.length, 0)
})

test('all processing results of an upload share one notification, which shows the latest result', async () => {
  const { person, id } = await creator()
  const emit = (what: 'upload_ready' | 'upload_failed') =>
    transaction((tx) => emitEvent(tx, { type: what, contentId: id }))
  await emit('upload_ready')
  assert.deepEqual(
    (await notificationsOf(person)).items.map(({ kind }) => kind),
    ['upload_ready'],
  )
  await db
    .updateTable('content')
    .set({ stream_status: 'failed', stream_url: null })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('streams')
    .set({ error_title: 'Upload failed', error_detail: 'Please try again.' })
    .where('content_id', '=', id)
    .execute()
  await emit('upload_failed')
  const { items, unread } = await notificationsOf(person)
  assert.deepEqual(
    [unread, items.map(({ kind, error }) => [kind, error])],
    [1, [['upload_failed', { title: 'Upload failed', detail: 'Please try again.' }]]],
  )
})

test('a job that runs twice creates one notification, even if that notification is read between the runs', async () => {
  const { person, id } = await creator()
  const { id: subjectId } = await say(fans[0]!, id, 'once')
  await notificationsOf(person)
  await person.call(markAllNotificationsRead, {})
  const at = new Date().toISOString()
  const ready = { kind: 'upload_ready', contentId: id, at } as const
  await createNotification([ready])
  await person.call(markAllNotificationsRead, {})
  await createNotification([ready])
  await createNotification([
    { kind: 'comment', contentId: id, at, cause: { actorId: fans[0]!.id, subjectId } },
  ])
  const { items, unread } = await list(person)
  assert.deepEqual([items.length, unread], [2, 0])
})

test('notifications are paginated and can all be marked as read at once', async () => {
  const person = await testApp.signUpMember('prolific')
  for (let n = 0; n < 7; n++)
    await like(fans[n % 5]!, await createPublishedVideo(person, { title: `film ${n}` }))
  assert.equal((await notificationsOf(person)).unread, 7)
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(person, { limit: 3, cursor })
    titles.push(...page.items.map(({ content }) => content?.title ?? ''))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    titles,
    [6, 5, 4, 3, 2, 1, 0].map((n) => `film ${n}`),
  )
  assert.deepEqual(await person.call(markAllNotificationsRead, {}), { unread: 0 })
  assert.ok((await list(person)).items.every(({ read }) => read))
})

test('users get no notifications of a kind that they have disabled', async () => {
  const { person, id } = await creator()
  const all = Object.fromEntries(optionalNotificationKinds.map((kind) => [kind, true]))
  assert.deepEqual(await person.call(getNotificationPreferences, {}), all)
  const quiet = { ...all, like: false }
  assert.deepEqual(await person.call(putNotificationPreferences, { body: { like: false } }), quiet)
  await like(fans[0]!, id)
  await say(fans[0]!, id, 'heard')
  assert.deepEqual(
    (await notificationsOf(person)).items.map(({ kind }) => kind),
    ['comment'],
  )
  assert.deepEqual(await person.call(putNotificationPreferences, { body: { like: true } }), all)
  await like(fans[1]!, id)
  assert.equal((await notificationsOf(person)).unread, 2)
  const body = JSON.stringify({ decision: false })
  const headers = { 'content-type': 'application/json' }
  const response = await person.fetch('/api/notifications/switches', { method: 'PUT', body, headers })
  assert.equal(response.status, 422)
})

test('a live notification reaches only its recipient', async () => {
  const { person, id } = await creator()
  const { live_cursor } = await person.call(getUnreadCount, {})
  const [mine, theirs] = await Promise.all([
    listenToLiveUpdates(person, notificationEventsPath, live_cursor),
    listenToLiveUpdates(fans[1]!, notificationEventsPath),
  ])
  const rings = mine.next('bell')
  await say(fans[0]!, id, 'ding')
  await rings
  assert.equal((await person.call(getUnreadCount, {})).unread, 1)
  const clears = mine.next('bell')
  await person.call(markAllNotificationsRead, {})
  await clears
  assert.deepEqual(
    theirs.heard.filter(({ name }) => name === 'bell'),
    [],
  )
  await Promise.all([mine.stop(), theirs.stop()])
})

test('a notification is visible only to its recipient', async () => {
  const { person, id } = await creator()
  await like(fans[0]!, id)
  const [entry] = (await notificationsOf(person)).items
  assert.match(
    await expectApiError(fans[1]!.call(markNotificationRead, { params: { id: entry!.id } })),
    /^404/,
  )
  assert.equal((await list(person)).unread, 1)
  const stranger = testApp.anonymousUser()
  assert.match(await expectApiError(stranger.call(getUnreadCount, {})), /^401/)
  assert.equal((await stranger.fetch(notificationEventsPath)).status, 401)
  await person.call(signOut, {})
  assert.match(await expectApiError(list(person)), /^401/)
})

test('notifications are deleted after 90 days', async () => {
  const { person, id } = await creator()
  await like(fans[0]!, id)
  assert.equal((await notificationsOf(person)).items.length, 1)
  const day = 24 * 3600_000
  await deleteOldNotifications(Date.now() + 89 * day)
  assert.equal((await list(person)).items.length, 1)
  await deleteOldNotifications(Date.now() + 91 * day)
  assert.deepEqual(await list(person), { items: [], next_cursor: null, unread: 0, quiet_until: null })
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import {
  deleteBlock,
  deleteMute,
  listBlocks,
  listMutes,
  putBlock,
  putMute,
} from '#contract/people/blocks-and-mutes.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent, getRelatedContent, listContent } from '#contract/content/content.ts'
import { approveFollow, listFollowers, listFollowing, putFollow } from '#contract/people/follows.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getProfile, getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

let people = 0
const join = () => testApp.signUpMember(`neighbour${++people}`)
const withId = ({ id }: TestUser) => ({ params: { id } })
const block = (who: TestUser, whom: TestUser) => who.call(putBlock, withId(whom))
const mute = (who: TestUser, whom: TestUser) => who.call(putMute, withId(whom))
const say = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })
const missing = "404 Creator not found / We couldn't find that username"
const names = ({ items }: { items: { username: string }[] }) => items.map(({ username }) => username)

/** Creates three users with one video each. The first two users follow each other. */
async function neighbours() {
  const [ada, ben, host] = [await join(), await join(), await join()]
  const [video, other, stage] = [
    await createPublishedVideo(ada),
    await createPublishedVideo(ben),
    await createPublishedVideo(host),
  ]
  await ada.call(putFollow, withId(ben))
  await ben.call(putFollow, withId(ada))
  return { ada, ben, host, film: video, other, stage }
}

async function notificationsOf(person: TestUser) {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job where name = 'create-notifications' and state < 'completed'`.execute(
      db,
    )
    return rows[0]!.open === 0
  })
  const { items } = await person.call(listNotifications, { query: {} })
  return items.map(({ kind, actors }) => `${kind} ${actors.map((one) => one.username).join(' ')}`)
}

const visibleComments = async (who: TestUser, id: string) =>
  (await who.call(listComments, { params: { id }, query: {} })).items.map(
    ({ body, folded }) => `${body}${folded ? ' (folded)' : ''}`,
  )

test('a block hides both users from each other everywhere, and affects no other users', async () => {
  const { ada, ben, host, film: video, other, stage } = await neighbours()
  await say(ada, stage, 'from ada')
  await say(ben, stage, 'from ben')
  await say(ben, video, 'under hers')
  assert.deepEqual(await block(ada, ben), { blocked: true })
  assert.deepEqual(await block(ada, ben), { blocked: true })
  for (const [one, two, hers] of [
    [ada, ben, other],
    [ben, ada, video],
  ] as const) {
    assert.equal(await expectApiError(one.call(getProfileById, withId(two))), missing)
    assert.equal(await expectApiError(one.call(getProfile, { params: { username: two.name } })), missing)
    assert.match(await expectApiError(one.call(getContent, { params: { id: hers } })), /^404 Not found/)
    assert.match(await expectApiError(one.call(putLike, { params: { id: hers } })), /^404 Not found/)
    assert.match(await expectApiError(say(one, hers, 'still there?')), /^404 Not found/)
    assert.equal(await expectApiError(one.call(putFollow, withId(two))), missing)
    assert.equal(await expectApiError(mute(one, two)), missing)
    assert.deepEqual((await one.call(listContent, { query: { creator: two.id } })).items, [])
    const { items } = await one.call(getRelatedContent, { params: { id: stage } })
    assert.equal(
      items.some(({ user_id }) => user_id === two.id),
      false,
    )
    const found = await one.call(getSearchResults, { query: { q: two.name } })
    assert.equal(
      found.creators.some(({ username }) => username === two.name),
      false,
    )
    assert.deepEqual(names(await one.call(listFollowers, { query: {} })), [])
    assert.deepEqual(names(await one.call(listFollowing, { query: {} })), [])
  }
  assert.deepEqual(
    [await visibleComments(ada, stage), await visibleComments(ben, stage)],
    [['from ada'], ['from ben']],
  )
  assert.deepEqual(await visibleComments(host, stage), ['from ben', 'from ada'])
  assert.deepEqual(
    [await visibleComments(ada, video), await visibleComments(host, video)],
    [[], ['under hers']],
  )
})

test('blocking a user removes both users’ notifications about each other', async () => {
  const { ada, ben, film: video } = await neighbours()
  await say(ben, video, 'hello')
  await ben.call(putLike, { params: { id: video } })
  assert.equal((await notificationsOf(ada)).length, 3)
  await block(ada, ben)
  assert.deepEqual([await notificationsOf(ada), await notificationsOf(ben)], [[], []])
})

test('only the user who created a block can remove it, and unblocking does not restore follows', async () => {
  const { ada, ben } = await neighbours()
  await block(ada, ben)
  assert.equal(await expectApiError(block(ben, ada)), missing)
  const mine = await ada.call(listBlocks, { query: {} })
  assert.deepEqual([names(mine), mine.total], [[ben.name], 1])
  assert.deepEqual(names(await ben.call(listBlocks, { query: {} })), [])
  assert.deepEqual(await ben.call(deleteBlock, withId(ada)), { blocked: false })
  assert.equal(await expectApiError(ben.call(getProfileById, withId(ada))), missing)
  assert.deepEqual(await ada.call(deleteBlock, withId(ben)), { blocked: false })
  const seen = await ben.call(getProfileById, withId(ada))
  assert.deepEqual([seen.view, seen.follow], ['full', 'none'])
  assert.deepEqual(names(await ada.call(listFollowers, { query: {} })), [])
})

test('a block takes effect immediately on open pages', async () => {
  const { ada, ben, host, film: video, stage } = await neighbours()
  const [watching, listening] = [
    await listenToContentUpdates(ben, video),
    await listenToContentUpdates(ada, stage),
  ]
  const gone = watching.next('gone')
  await block(ada, ben)
  await gone
  await watching.ended
  await say(ben, stage, 'unheard')
  const received = listening.next('comment')
  await say(host, stage, 'heard')
  assert.equal((await received).data['body'], 'heard')
  await listening.stop()
})

test('if two users block each other while one of them follows or approves the other, no follow remains', async () => {
  for (let n = 0; n < 4; n++) {
    const [ada, ben] = [await join(), await join()]
    await ada.call(updateProfile, { body: { is_private: n % 2 === 1 } })
    if (n % 2) await ben.call(putFollow, withId(ada))
    await Promise.allSettled([
      block(ada, ben),
      n % 2 ? ada.call(approveFollow, withId(ben)) : ben.call(putFollow, withId(ada)),
      block(ben, ada),
    ])
    const { rows } = await sql`select from follows where ${ada.id} in (follower_id, followed_id)`.execute(db)
    assert.equal(rows.length, 0)
  }
})

test('muting hides a user from the person who muted them, without notifying the muted user', async () => {
  const { ada, ben, host, film: video, other, stage } = await neighbours()
  await say(ben, stage, 'from ben')
  assert.deepEqual(await mute(ada, ben), { muted: true })
  assert.deepEqual(await mute(ada, ben), { muted: true })
  assert.deepEqual((await ada.call(listContent, { query: { creator: ben.id } })).items, [])
  assert.deepEqual((await ada.call(listContent, { query: { followed: 'true' } })).items, [])
  assert.equal((await ada.call(getContent, { params: { id: other } })).id, other)
  const profile = await ada.call(getProfileById, withId(ben))
  assert.deepEqual([profile.muted, profile.follow], [true, 'approved'])
  assert.deepEqual(
    [await visibleComments(ada, stage), await visibleComments(host, stage)],
    [['from ben (folded)'], ['from ben']],
  )
  await say(ben, video, 'under hers')
  assert.deepEqual(
    [await visibleComments(ada, video), await notificationsOf(ada)],
    [['under hers (folded)'], []],
  )

  const back = await ben.call(getProfileById, withId(ada))
  assert.deepEqual([back.muted, back.follow, back.view], [false, 'approved', 'full'])
  assert.equal((await ben.call(listContent, { query: { creator: ada.id } })).items.length, 1)
  assert.deepEqual(await visibleComments(ben, video), ['under hers'])

  assert.deepEqual(names(await ada.call(listMutes, { query: {} })), [ben.name])
  assert.deepEqual(await ada.call(deleteMute, withId(ben)), { muted: false })
  assert.deepEqual(
    [await visibleComments(ada, stage), names(await ada.call(listMutes, { query: {} }))],
    [['from ben'], []],
  )
})

test('users cannot block or mute themselves or a nonexistent user', async () => {
  const ada = await join()
  const you = '422 That’s you / You can’t block or mute yourself.'
  assert.deepEqual([await expectApiError(block(ada, ada)), await expectApiError(mute(ada, ada))], [you, you])
  const nobody = { params: { id: '01900000-0000-7000-8000-000000000000' } }
  assert.equal(await expectApiError(ada.call(putBlock, nobody)), missing)
  assert.equal(await expectApiError(ada.call(putMute, nobody)), missing)
  assert.deepEqual(await ada.call(deleteBlock, nobody), { blocked: false })
  assert.deepEqual(await ada.call(deleteMute, nobody), { muted: false })
  assert.match(await expectApiError(block(testApp.anonymousUser(), ada)), /^401/)
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listContent } from '#contract/content/content.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { db } from '#server/platform/db/db.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import {
  approveFollowRequestFrom,
  follow,
  setProfilePrivacy,
  toUserIdParams,
  unfollow,
} from '#tests/support/app/member-actions.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp()))
after(() => testApp.close())

let people = 0
const join = (age?: number) => testApp.signUpMember(`feed${++people}`, age)
const fetchFeed = (who: TestUser, query: { cursor?: string | undefined; limit?: number } = {}) =>
  who.call(listContent, { query: { followed: 'true', ...query } })
const titlesFor = async (who: TestUser) => (await fetchFeed(who)).items.map(({ title }) => title).toSorted()

test('the feed contains only videos by followed creators, and omits videos that are hidden from the viewer', async () => {
  const viewer = await join(14)
  const [open, shut, asked, stranger] = [await join(), await join(), await join(), await join()]
  await setProfilePrivacy(shut, true)
  await setProfilePrivacy(asked, true)
  for (const creator of [open, shut, asked]) await follow(viewer, creator)
  await approveFollowRequestFrom(shut, viewer)
  await createPublishedVideo(open, { title: 'public' })
  await createPublishedVideo(open, { title: 'for followers', visibility: 'followers' })
  await createPublishedVideo(shut, { title: 'of a private creator' })
  await createPublishedVideo(asked, { title: 'of a creator who has not answered' })
  await createPublishedVideo(stranger, { title: 'of a stranger' })
  await createPublishedVideo(viewer, { title: 'of the viewer' })
  await createPublishedVideo(open, { title: 'private', visibility: 'only_me' })
  await createPublishedVideo(open, { title: 'processing', status: 'processing' })
  for (const moderation of ['limited', 'held', 'removed'] as const)
    await createPublishedVideo(open, { title: moderation, moderation })
  const deleted = await createPublishedVideo(open, { title: 'deleted' })
  await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  const rated = await createPublishedVideo(open, { title: 'rated 16' })
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', rated).execute()
  const expected = ['for followers', 'of a private creator', 'public']
  assert.deepEqual(await titlesFor(viewer), expected)
  const older = await join(17)
  await follow(older, open)
  assert.deepEqual(await titlesFor(older), ['for followers', 'public', 'rated 16'])
  assert.deepEqual(await titlesFor(testApp.anonymousUser()), [])
})

test('muted, blocked, suspended and unfollowed creators disappear from the feed', async () => {
  const viewer = await join()
  const creators = [await join(), await join(), await join(), await join(), await join()]
  for (const [n, creator] of creators.entries()) {
    await follow(viewer, creator)
    await createPublishedVideo(creator, { title: `video ${n}` })
  }
  const [muted, blocked, blocking, suspended, unfollowed] = creators as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  assert.equal((await titlesFor(viewer)).length, 5)
  await viewer.call(putMute, toUserIdParams(muted))
  assert.equal((await titlesFor(viewer)).length, 4)
  await viewer.call(putBlock, toUserIdParams(blocked))
  await blocking.call(putBlock, toUserIdParams(viewer))
  assert.equal((await titlesFor(viewer)).length, 2)
  await sql`update profiles set suspended_until = now() + interval '1 day' where user_id = ${suspended.id}`.execute(
    db,
  )
  assert.deepEqual(await titlesFor(viewer), ['video 4'])
  await unfollow(viewer, unfollowed)
  assert.deepEqual(await titlesFor(viewer), [])
})

test('paging through a feed with many creators lists every video exactly once, newest first', async () => {
  const viewer = await join()
  const creators = await insertUsers(testApp, 'feed_creator', 40)
  for (const creator of creators) await insertApprovedFollow(viewer, creator)
  // Some creators publish many videos at once, and other creators publish a few videos over a long time.
  const ages = creators.flatMap((creator, n) =>
    Array.from({ length: 1 + (n % 5) }, (_, k) => ({
      creator,
      minutes: n % 3 === 0 ? n + k : 7 * n + 101 * k,
    })),
  )
  const made: { title: string; minutes: number }[] = []
  const startedAt = performance.now()
  for (const [n, age] of ages.entries()) {
    const title = `video ${n}`
    // Adds a fraction of a minute, so that all publication times are different.
    const minutes = age.minutes + n / 1000
    // All ages count from the start of the test, so that the order does not depend on how long creating a video takes.
    const minutesAgo = minutes + (performance.now() - startedAt) / 60_000
    await createPublishedVideo(age.creator, { title, minutesAgo })
    made.push({ title, minutes })
  }
  const expected = made.toSorted((a, b) => a.minutes - b.minutes).map(({ title }) => title)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await fetchFeed(viewer, { cursor, limit: 7 })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen, expected)
})

/*
 * A process keeps the viewer and the access decision of a member who watches a video for at most five seconds. Whatever
 * ends the access, the member cannot play the video after ten seconds, even if the player requests segments all the
 * time.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteSession, listSessions } from '#contract/auth/sessions.ts'
import { deleteContent, updateContent } from '#contract/content/own-content.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { removeFollower } from '#contract/people/follows.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { changeModerationState } from '#server/moderation/decisions/state-transitions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { type TestApp, type TestUser, startTestApp } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { insertSessions, insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'

interface Story {
  owner: TestUser
  viewer: TestUser
  item: { id: string; playback_id: string }
}

/** Everything that ends a member's access to a video. */
const endings: Record<string, (story: Story) => Promise<unknown>> = {
  'the creator blocks the viewer': ({ owner, viewer }) => owner.call(putBlock, { params: { id: viewer.id } }),
  'the viewer blocks the creator': ({ owner, viewer }) => viewer.call(putBlock, { params: { id: owner.id } }),
  'the video becomes “only me”': ({ owner, item }) =>
    owner.call(updateContent, { params: { id: item.id }, body: { visibility: 'only_me' } }),
  'the creator’s profile becomes private': ({ owner }) =>
    owner.call(updateProfile, { body: { is_private: true } }),
  'the creator removes the follower of a video for followers': ({ owner, viewer }) =>
    owner.call(removeFollower, { params: { id: viewer.id } }),
  'the video is deleted': ({ owner, item }) => owner.call(deleteContent, { params: { id: item.id } }),
  'a moderator holds the video': ({ item }) =>
    transaction((tx) =>
      changeModerationState(tx, { subject: 'content', id: item.id }, 'held', {
        kind: 'system',
        reason: 'staff',
      }),
    ),
  'the creator is suspended': ({ owner }) =>
    sql`update profiles set suspended_until = now() + interval '1 day' where user_id = ${owner.id}`.execute(
      db,
    ),
  'the creator’s account is scheduled for deletion': ({ owner }) =>
    sql`update profiles set deletion_scheduled_at = now() where user_id = ${owner.id}`.execute(db),
  'the viewer hides videos rated 16+': ({ viewer }) =>
    viewer.call(putSafetySetting, { params: { setting: 'rated_16' }, body: { value: 'hidden' } }),
  'the viewer turns out to be under 16': ({ viewer }) =>
    sql`update private_details set age = 14 where user_id = ${viewer.id}`.execute(db),
  'the session of a viewer of a video for followers is ended on another device': async ({ viewer }) => {
    const here = new Map(viewer.cookies)
    const earlier = await viewer.call(listSessions, {})
    await insertSessions([viewer])
    const [session] = earlier.items
    await viewer.call(deleteSession, { params: { id: session!.id } })
    viewer.cookies.clear()
    for (const [name, value] of here) viewer.cookies.set(name, value)
  },
  'the account of a viewer of a video for followers is erased': ({ viewer }) =>
    sql`delete from users where id = ${viewer.id}`.execute(db),
}

let testApp: TestApp
const stories = new Map<string, Story>()

before(async () => {
  testApp = await startTestApp()
  const names = Object.keys(endings)
  const owners = await insertUsers(testApp, 'owner', names.length)
  const viewers = await insertUsers(testApp, 'viewer', names.length)
  for (const [at, name] of names.entries()) {
    const [owner, viewer] = [owners[at]!, viewers[at]!]
    const item = await createPlayableVideo(owner, ['seg_1.m4s'])
    if (/16/.test(name)) await sql`update content set rating = '16' where id = ${item.id}`.execute(db)
    if (/for followers/.test(name)) {
      await insertApprovedFollow(viewer, owner)
      await sql`update content set visibility = 'followers', chosen_visibility = null where id = ${item.id}`.execute(
        db,
      )
    }
    stories.set(name, { owner, viewer, item })
  }
})
after(() => testApp.close())

async function canPlay({ viewer, item }: Story): Promise<boolean> {
  const response = await viewer.fetch(`/media/${item.playback_id}/0/240p/seg_1.m4s`)
  await response.body?.cancel()
  assert.ok([200, 404].includes(response.status), `${response.status}`)
  return response.status === 200
}

test('media stop within ten seconds after access ends', { concurrency: true }, async (t) => {
  await Promise.all(
    Object.entries(endings).map(([name, end]) =>
      t.test(name, async () => {
        const story = stories.get(name)!
        // The second request is answered from the cache.
        assert.deepEqual([await canPlay(story), await canPlay(story)], [true, true])
        await end(story)
        const endedAt = performance.now()
        await waitUntil(async () => !(await canPlay(story)), 10)
        const seconds = (performance.now() - endedAt) / 1000
        // Shared caches keep public media for up to five more seconds.
        assert.ok(seconds < 5.5, `after ${seconds} s`)
        assert.equal(await canPlay(story), false, 'access does not return')
      }),
    ),
  )
})

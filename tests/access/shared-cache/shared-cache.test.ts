/*
 * A shared cache in front of the site keeps the media of public videos until it is purged, and nothing else. The tests
 * run against a small caching proxy and, if Varnish is installed, against Varnish with the configuration in `deploy/`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteContent, updateContent } from '#contract/content/own-content.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { changeModerationState } from '#server/moderation/decisions/state-transitions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { startSiteBehindCache } from '#tests/support/servers/site-behind-cache.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo, fakeSegmentContent } from '#tests/support/fixtures/playable-video.ts'
import { varnishSkipReason } from '#tests/support/servers/varnish.ts'

interface Story {
  owner: TestUser
  item: { id: string; playback_id: string }
}

function moderate({ item }: Story, state: 'held' | 'removed' | 'quarantined'): Promise<unknown> {
  return transaction((tx) =>
    changeModerationState(tx, { subject: 'content', id: item.id }, state, {
      kind: 'system',
      reason: 'staff',
    }),
  )
}

/** Everything that ends the access of anonymous visitors to a public video. */
const endings: Record<string, (story: Story) => Promise<unknown>> = {
  'the owner deletes the video': ({ owner, item }) => owner.call(deleteContent, { params: { id: item.id } }),
  'the row of the video is deleted': ({ item }) => sql`delete from content where id = ${item.id}`.execute(db),
  'the video becomes “only me”': ({ owner, item }) =>
    owner.call(updateContent, { params: { id: item.id }, body: { visibility: 'only_me' } }),
  'the video becomes visible to followers only': ({ owner, item }) =>
    owner.call(updateContent, { params: { id: item.id }, body: { visibility: 'followers' } }),
  'a moderator holds the video': (story) => moderate(story, 'held'),
  'a moderator removes the video': (story) => moderate(story, 'removed'),
  'the video is limited to people of 16 and over': ({ item }) =>
    sql`update content set rating = '16' where id = ${item.id}`.execute(db),
  'the owner’s profile becomes private': ({ owner }) =>
    owner.call(updateProfile, { body: { is_private: true } }),
  'the owner is suspended': ({ owner }) =>
    sql`update profiles set suspended_until = now() + interval '1 day' where user_id = ${owner.id}`.execute(
      db,
    ),
  'the owner’s account is scheduled for deletion': ({ owner }) =>
    sql`update profiles set deletion_scheduled_at = now() where user_id = ${owner.id}`.execute(db),
  'the owner’s account is erased': ({ owner }) => sql`delete from users where id = ${owner.id}`.execute(db),
}

/** Videos that anonymous visitors may not watch, but the owner's follower may. */
const membersOnly: Record<string, (story: Story) => Promise<unknown>> = {
  'a video for followers': ({ item }) =>
    sql`update content set visibility = 'followers', chosen_visibility = null where id = ${item.id}`.execute(
      db,
    ),
  'a video for people of 16 and over': ({ item }) =>
    sql`update content set rating = '16' where id = ${item.id}`.execute(db),
  'a video of a private profile': ({ owner }) =>
    sql`update profiles set is_private = true where user_id = ${owner.id}`.execute(db),
}

const segmentOf = ({ item }: Story) => `/media/${item.playback_id}/0/240p/seg_1.m4s`

for (const cache of ['proxy', 'varnish'] as const)
  test(
    `media behind a shared cache: ${cache}`,
    { skip: cache === 'varnish' && varnishSkipReason },
    async (t) => {
      const site = await startSiteBehindCache(cache)
      t.after(site.close)
      const owners = await insertUsers(site.testApp, 'owner', 20)
      const [viewer, stranger] = (await insertUsers(site.testApp, 'viewer', 2)) as [TestUser, TestUser]
      const createStory = async (): Promise<Story> => {
        const owner = owners.pop()!
        return { owner, item: await createPlayableVideo(owner, ['seg_1.m4s', 'seg_2.m4s']) }
      }
      const statusOf = async (path: string, person?: TestUser) => {
        const response = await site.get(path, person)
        await response.body?.cancel()
        return response.status
      }

      await t.test('one request to the application serves everyone', async () => {
        const story = await createStory()
        const path = segmentOf(story)
        for (const person of [viewer, undefined, stranger, story.owner]) {
          const response = await site.get(path, person)
          assert.deepEqual(Buffer.from(await response.arrayBuffer()), fakeSegmentContent)
          const internal = ['surrogate-key', 'surrogate-control', 'set-cookie', 'xkey', 'age']
          assert.deepEqual(
            internal.filter((name) => response.headers.has(name)),
            [],
          )
          assert.match(response.headers.get('cache-control')!, /^public, max-age=31536000/)
        }
        const part = await site.get(path, undefined, { range: 'bytes=10-19' })
        assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10])
        assert.equal(await statusOf(`${path}?copy=2`), 200)
        assert.equal(site.countRequests(path), 1)
      })

      await t.test('media that anonymous visitors may not watch is never stored', async (t2) => {
        for (const [name, restrict] of Object.entries(membersOnly))
          await t2.test(name, async () => {
            const story = await createStory()
            await insertApprovedFollow(viewer, story.owner)
            await restrict(story)
            const path = segmentOf(story)
            for (const person of [viewer, story.owner, viewer])
              assert.equal(await statusOf(path, person), 200)
            assert.equal(await statusOf(path), 404)
            assert.equal(await statusOf(path, viewer), 200)
            assert.equal(site.countRequests(path), 5)
          })
      })

      await t.test('public media disappears within ten seconds', { concurrency: true }, async (t2) => {
        const stories: [string, Story][] = []
        for (const name of Object.keys(endings)) stories.push([name, await createStory()])
        const kept = await createStory()
        assert.equal(await statusOf(segmentOf(kept)), 200)
        await Promise.all(
          stories.map(([name, story]) =>
            t2.test(name, async () => {
              const path = segmentOf(story)
              assert.equal(await statusOf(path), 200)
              await endings[name]!(story)
              const endedAt = performance.now()
              // The requests have the cache store responses that the application generates after the first purge,
              // because it may use its decision about access for five seconds.
              await waitUntil(async () => {
                await statusOf(path.replace('seg_1', 'seg_2'))
                return (await statusOf(path)) === 404
              }, 10)
              await waitUntil(async () => (await statusOf(path.replace('seg_1', 'seg_2'))) === 404, 10)
              const seconds = (performance.now() - endedAt) / 1000
              assert.ok(seconds < 10, `after ${seconds} s`)
              assert.equal(await statusOf(path), 404, 'access does not return')
            }),
          ),
        )
        // Without a purge, other media stays in the cache for longer than shared caches may normally keep it.
        assert.equal(await statusOf(segmentOf(kept)), 200)
        assert.equal(site.countRequests(segmentOf(kept)), 1)
      })

      await t.test('only the application can purge', async () => {
        const purge = (headers: Record<string, string>) =>
          fetch(site.cacheUrl, { method: 'PURGE', headers: { 'surrogate-key': 'v-any', ...headers } })
        assert.equal((await purge({})).status, 403)
        assert.equal((await purge({ authorization: 'Bearer token-of-another-cache' })).status, 403)
      })
    },
  )

import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { getSiteMetrics } from '#contract/site-metrics.ts'
import { mediaTags } from '#server/playback/shared-cache/media-tags.ts'
import {
  claimDuePurges,
  loadPurgeBacklog,
  recordFailedPurge,
  recordPurged,
} from '#server/playback/shared-cache/purge-queue.ts'
import { isBacklogShort } from '#server/playback/shared-cache/purger-health.ts'
import { db } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let item: { id: string; playback_id: string }
let tagOfItem: string
let tagOfCreator: string

before(async () => {
  testApp = await startTestApp({
    env: {
      MEDIA_CACHE_PURGE: 'varnish',
      MEDIA_CACHE_PURGE_URL: 'http://127.0.0.1:9',
      MEDIA_CACHE_PURGE_TOKEN: 'token-of-the-test-cache',
    },
  })
  ada = (await insertUsers(testApp, 'ada', 1))[0]!
  item = await createPlayableVideo(ada, ['seg_1.m4s'])
  ;[tagOfItem, tagOfCreator] = mediaTags({ playbackId: item.playback_id, creatorId: ada.id }) as [
    string,
    string,
  ]
})
after(() => testApp.close())
beforeEach(async () => {
  await db.deleteFrom('media_cache_purges').execute()
  await sql`update media_cache_purger set succeeded_at = null, next_test_at = now() + interval '1 hour'`.execute(
    db,
  )
})

async function listTags(): Promise<string[]> {
  const rows = await db.selectFrom('media_cache_purges').select('tag').orderBy('tag').execute()
  return rows.map(({ tag }) => tag)
}

const insertPurge = () => db.insertInto('media_cache_purges').values({ tag: 'v-harbour' }).execute()

/** Moves the clock of the queue forward. */
const wait = (seconds: number) =>
  sql`update media_cache_purges set next_at = next_at - make_interval(secs => ${seconds}),
    created_at = created_at - make_interval(secs => ${seconds})`.execute(db)

const updateItem = (set: string) => sql`update content set ${sql.raw(set)} where id = ${item.id}`.execute(db)
const updateProfile = (set: string) =>
  sql`update profiles set ${sql.raw(set)} where user_id = ${ada.id}`.execute(db)

test('every change of what visitors may watch purges the item', async () => {
  for (const [change, back] of [
    ["visibility = 'only_me'", "visibility = 'public'"],
    ["visibility = 'followers'", "visibility = 'public'"],
    ["rating = '16'", "rating = 'all'"],
    ["moderation = 'held'", "moderation = 'approved'"],
    ["moderation = 'limited'", "moderation = 'approved'"],
    ['deleted_at = now()', 'deleted_at = null'],
    ["stream_url = stream_url || '?2'", "stream_url = replace(stream_url, '?2', '')"],
    ["cover_url = '/media/x/cover/1.webp'", 'cover_url = null'],
  ] as const) {
    await db.deleteFrom('media_cache_purges').execute()
    await updateItem(change)
    assert.deepEqual(await listTags(), [tagOfItem], change)
    await updateItem(back)
  }
})

test('every change of the creator’s account purges all media of the creator', async () => {
  for (const [change, back] of [
    ['is_private = true', 'is_private = false'],
    ["suspended_until = now() + interval '1 day'", 'suspended_until = null'],
    ['deletion_scheduled_at = now()', 'deletion_scheduled_at = null'],
  ] as const) {
    await db.deleteFrom('media_cache_purges').execute()
    await updateProfile(change)
    assert.deepEqual(await listTags(), [tagOfCreator], change)
    await updateProfile(back)
  }
})

test('other changes purge nothing', async () => {
  await updateItem("title = 'Another title', likes_count = likes_count + 1")
  await updateProfile("bio = 'Another bio'")
  // Nobody could watch the video, so no cache has stored it.
  await updateItem("moderation = 'held'")
  await db.deleteFrom('media_cache_purges').execute()
  await updateItem("visibility = 'only_me'")
  await updateItem("visibility = 'public', moderation = 'approved'")
  assert.deepEqual(await listTags(), [])
})

test('changed and deleted captions are purged', async () => {
  const { id } = await addCaptions(ada, item.id, 'WEBVTT\n\n00:00.000 --> 00:01.000\nHarbour\n')
  await db.deleteFrom('media_cache_purges').execute()
  await sql`update captions set file_id = gen_random_uuid() where id = ${id}`.execute(db)
  assert.deepEqual(await listTags(), [tagOfItem])
  await sql`delete from captions where id = ${id}`.execute(db)
  assert.deepEqual(await listTags(), [tagOfItem, tagOfItem])
})

test('a change that is rolled back purges nothing', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await sql`update content set moderation = 'held' where id = ${item.id}`.execute(tx)
    throw new Error('rolled back')
  })
  await assert.rejects(failed, /rolled back/)
  assert.deepEqual(await listTags(), [])
})

test('a purge is sent three times: at once, after earlier decisions have expired, and a minute later', async () => {
  await insertPurge()
  const purge = async () => {
    const { due } = await claimDuePurges()
    await recordPurged(due)
    return due.length
  }
  assert.equal(await purge(), 1)
  await wait(5)
  assert.equal(await purge(), 0)
  await wait(0.5)
  assert.equal(await purge(), 1)
  await wait(50)
  assert.equal(await purge(), 0)
  await wait(5)
  assert.equal(await purge(), 1)
  assert.deepEqual(await listTags(), [])
})

test('only one process sends a purge, and another one takes over if the first one dies', async () => {
  await insertPurge()
  const [first, second] = await Promise.all([claimDuePurges(), claimDuePurges()])
  assert.equal(first.due.length + second.due.length, 1)
  await wait(6)
  assert.equal((await claimDuePurges()).due.length, 1)
})

test('a failed purge is repeated at increasing intervals until it succeeds', async () => {
  await insertPurge()
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const { due } = await claimDuePurges()
    assert.equal(due.length, 1)
    await recordFailedPurge(due)
    await wait(seconds - 0.5)
    assert.equal((await claimDuePurges()).due.length, 0, `before ${seconds} s`)
    await wait(0.5)
  }
})

test('the purger is tested if it has not been used for five minutes', async () => {
  assert.equal((await claimDuePurges()).isTestDue, false)
  await sql`update media_cache_purger set next_test_at = now()`.execute(db)
  assert.equal((await claimDuePurges()).isTestDue, true)
  assert.equal((await claimDuePurges()).isTestDue, false)
  await recordPurged([])
  assert.ok(isBacklogShort(await loadPurgeBacklog()))
  await sql`update media_cache_purger set next_test_at = next_test_at - interval '5 minutes'`.execute(db)
  assert.equal((await claimDuePurges()).isTestDue, true)
})

test('the purger is not trusted if a purge is late, or if it was last tested long ago', async () => {
  assert.ok(!isBacklogShort(await loadPurgeBacklog()), 'never tested')
  await recordPurged([])
  assert.ok(isBacklogShort(await loadPurgeBacklog()))
  await insertPurge()
  await wait(10)
  assert.ok(isBacklogShort(await loadPurgeBacklog()), 'a purge may take ten seconds')
  await wait(6)
  assert.ok(!isBacklogShort(await loadPurgeBacklog()), 'a late purge')
  await db.updateTable('media_cache_purges').set({ purged: 2 }).execute()
  assert.ok(isBacklogShort(await loadPurgeBacklog()), 'only the last purge is missing')
  await sql`update media_cache_purger set succeeded_at = now() - interval '13 minutes'`.execute(db)
  assert.ok(!isBacklogShort(await loadPurgeBacklog()), 'no test for too long')
})

test('admins see on the metrics page that purges fail', async () => {
  await grantStaffRole(ada.id, 'admin')
  const read = async () => (await ada.call(getSiteMetrics, { query: { hours: '3' } })).media_cache_purger
  assert.equal(await read(), 'failing')
  await recordPurged([])
  assert.equal(await read(), 'working')
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { putEpisodeNotifications } from '#contract/content/series.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { notifyFollowers } from '#server/notifications/announce-new-video.ts'
import { notifyAfterQuietHours } from '#server/notifications/postponed-new-video-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { emitVideoReady, listNewVideoNotifications } from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'

// No worker runs, so the tests decide when each job runs.
let testApp: TestApp
before(async () => (testApp = await startTestApp()))
after(() => testApp.close())

let creators = 0
/** Signs up a creator and creates a series with one episode, without notifying anyone. */
async function createShow() {
  const star = await testApp.signUpMember(`show_star${++creators}`)
  const id = await createTestSeries(star)
  await createEpisode(star, id, 1, 1)
  return { star, id }
}

async function announceEpisode(star: TestUser, seriesId: string, episode: number): Promise<string> {
  const contentId = await createEpisode(star, seriesId, 1, episode)
  await emitVideoReady(contentId)
  return contentId
}

const askFor = (who: TestUser, id: string) =>
  who.call(putEpisodeNotifications, { params: { id }, body: { notifications: 'all' } })

const run = (contentId: string) => notifyFollowers({ contentId }, { signal: new AbortController().signal })

test('people are notified of an episode in batches, and people with notifications for both the creator and the series get only one', async () => {
  const { star, id } = await createShow()
  const crowd = (await insertUsers(testApp, 'viewers', 1203)).map((user) => user.id)
  await sql`insert into follows (follower_id, followed_id, state, approved_at, new_video_notifications)
    select follower, ${star.id}, 'approved', now() - interval '1 day', true
    from unnest(${crowd.slice(0, 800)}::uuid[]) follower`.execute(db)
  await sql`insert into episode_notifications (series_id, user_id, created_at)
    select ${id}, fan, now() - interval '1 day' from unnest(${crowd.slice(400)}::uuid[]) fan`.execute(db)
  const contentId = await announceEpisode(star, id, 2)
  await Promise.all([run(contentId), run(contentId)])
  const { rows } = await sql<{ entries: number; people: number }>`
    select count(*)::int as entries, count(distinct user_id)::int as people
    from notifications where kind = 'new_video' and person_id = ${star.id}`.execute(db)
  assert.deepEqual(rows[0], { entries: 1203, people: 1203 })
})

test('people who turn on notifications after an episode is announced are not notified of that episode', async () => {
  const { star, id } = await createShow()
  const [early, late] = [await testApp.signUpMember('early_fan'), await testApp.signUpMember('late_fan')]
  await askFor(early, id)
  const contentId = await announceEpisode(star, id, 2)
  await askFor(late, id)
  await run(contentId)
  assert.deepEqual(await listNewVideoNotifications(early), [`1 of ${star.name}: S1 E2`])
  assert.deepEqual(await listNewVideoNotifications(late), [])
})

test('people with quiet hours are notified of an episode when their quiet hours end', async () => {
  const { star, id } = await createShow()
  const asleep = await testApp.signUpMember('asleep_fan')
  await askFor(asleep, id)
  await asleep.call(putTimeZone, { body: { time_zone: 'UTC' } })
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16)
  const chooseQuietHours = (from: string, to: string) =>
    sql`insert into safety_settings (user_id, setting, value)
      values (${asleep.id}, 'quiet_hours', ${JSON.stringify({ from, to })}::jsonb)
      on conflict (user_id, setting) do update set value = excluded.value`.execute(db)
  await chooseQuietHours(at(-1), at(2))
  const contentId = await announceEpisode(star, id, 2)
  await run(contentId)
  assert.deepEqual(await listNewVideoNotifications(asleep), [])
  await chooseQuietHours(at(2), at(-1))
  await notifyAfterQuietHours([{ contentId, userId: asleep.id }])
  assert.deepEqual(await listNewVideoNotifications(asleep), [`1 of ${star.name}: S1 E2`])
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getVideoAnalytics } from '#contract/engagement/analytics.ts'
import { publishDailyAnalytics } from '#server/analytics/release-daily-analytics.ts'
import { db } from '#server/platform/db/db.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

const day = 24 * 3600_000
const daysAgo = (number: number) => new Date(Date.now() - number * day).toISOString().slice(0, 10)

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

/** Adds the totals for a day on which every viewer played the first `part` percent of the video. */
async function addDay(contentId: string, ago: number, viewers: number, part: number): Promise<void> {
  const retention = Array.from({ length: 100 }, (_, at) => (at < part ? viewers : 0))
  await sql`insert into daily_video_analytics (content_id, day, viewers, views, summaries, watch_seconds, retention)
    values (${contentId}, ${daysAgo(ago)}, ${viewers}, ${viewers}, ${viewers}, ${viewers * part}, ${retention})`.execute(
    db,
  )
}

async function setReplaced(contentId: string, ago: number): Promise<void> {
  const at = new Date(`${daysAgo(ago)}T20:00:00Z`)
  await db
    .insertInto('stream_replacements')
    .values({ content_id: contentId, state: 'replaced', finished_at: at, replaced_at: at })
    .execute()
}

async function read(id: string) {
  await publishDailyAnalytics()
  return ada.call(getVideoAnalytics, { params: { id }, query: { days: '28' } })
}

test('replacing a file restarts the retention curve but keeps the counts of views and watch time', async () => {
  const id = await createPublishedVideo(ada, { seconds: 60 })
  for (const ago of [9, 8]) await addDay(id, ago, 12, 100)
  const uncut = await read(id)
  assert.deepEqual([uncut.replaced_on, uncut.retention?.[99]], [null, 1])

  await setReplaced(id, 8)
  const cut = await read(id)
  assert.deepEqual([cut.replaced_on, cut.retention, cut.totals!.views], [daysAgo(8), null, 24])

  await addDay(id, 7, 10, 50)
  const { totals, retention } = await read(id)
  assert.deepEqual([totals!.views, totals!.watch_seconds], [34, 2900])
  assert.deepEqual([retention?.[0], retention?.[49], retention?.[50], retention?.[99]], [1, 1, 0, 0])

  // After a later replacement is refused, the analytics still show when the file was last replaced.
  await db
    .updateTable('stream_replacements')
    .set({ state: 'refused', finished_at: new Date() })
    .where('content_id', '=', id)
    .execute()
  assert.equal((await read(id)).replaced_on, daysAgo(8))
})

test('a day whose analytics are combined with the day of a replacement is left out of the retention curve', async () => {
  const id = await createPublishedVideo(ada, { seconds: 60 })
  await addDay(id, 9, 4, 100)
  await addDay(id, 8, 3, 50)
  await addDay(id, 7, 5, 50)
  await setReplaced(id, 8)
  const { days, retention } = await read(id)
  assert.deepEqual(
    days.map(({ from, to }) => [from, to]),
    [[daysAgo(9), daysAgo(7)]],
  )
  assert.equal(retention, null)
})

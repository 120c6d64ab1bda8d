import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import test, { after, before, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { addVideoView, addWatchSummary } from '#contract/engagement/views.ts'
import { db } from '#server/platform/db/db.ts'
import { deleteOldRecentViews } from '#server/view-counts/recent-views.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { encodeRetentionBitmap } from '#tests/support/app/view-sessions.ts'
import type { RecordViewRequest } from '#tests/support/app/view-recording-process.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let fans: TestUser[]
before(async () => {
  testApp = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  ada = await testApp.signUpMember('ada')
  fans = await insertUsers(testApp, 'fan', 20)
})
after(() => testApp.close())

const minute = 60_000

function mockClock(t: TestContext) {
  const start = Math.floor(Date.now() / (24 * 60 * minute)) * 24 * 60 * minute
  t.mock.timers.enable({ apis: ['Date'], now: start })
  return (at: number) => t.mock.timers.setTime(start + at)
}

const view = async (who: TestUser, id: string) => (await who.call(addVideoView, { params: { id } })).token

async function summarize(who: TestUser, id: string, token: string, seconds: number, played: string) {
  const body = { token, seconds, played, source: 'search' as const }
  return (await who.call(addWatchSummary, { params: { id }, body })).token
}

async function readSums(id: string) {
  const row = await db
    .selectFrom('daily_video_analytics')
    .select(['views', 'summaries', 'viewers', 'watch_seconds', 'retention'])
    .where('content_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { retention, watch_seconds, ...counts } = row
  return { ...counts, seconds: Number(watch_seconds), played: retention.reduce((sum, one) => sum + one, 0) }
}

test('a later watch summary adds only the watch time that earlier summaries did not report', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 100 })
  const first = await view(fans[0]!, id)
  setTime(20_000)
  const second = await summarize(fans[0]!, id, first, 30, encodeRetentionBitmap(0, 30))
  setTime(60_000)
  await summarize(fans[0]!, id, second!, 70, encodeRetentionBitmap(0, 60))
  assert.deepEqual(await readSums(id), { views: 1, summaries: 1, viewers: 1, seconds: 70, played: 60 })
})

test('ignores a watch summary whose token is reused, forged, expired or for another video', async (t) => {
  const setTime = mockClock(t)
  const [id, other] = [
    await createPublishedVideo(ada, { seconds: 100 }),
    await createPublishedVideo(ada, { seconds: 100 }),
  ]
  const [fan, friend] = [fans[0]!, fans[1]!]
  const token = await view(fan, id)
  const unused = await view(friend, id)
  setTime(30_000)
  const sends = Array.from({ length: 20 }, () => summarize(fan, id, token, 20, encodeRetentionBitmap(0, 20)))
  const accepted = (await Promise.all(sends)).filter((one) => one !== null)
  assert.equal(accepted.length, 1, 'only one of twenty concurrent summaries counts')
  const sums = { views: 2, summaries: 1, viewers: 1, seconds: 20, played: 20 }
  assert.deepEqual(await readSums(id), sums)
  assert.equal(
    await summarize(friend, id, token, 20, encodeRetentionBitmap(0, 20)),
    null,
    'repeated by another viewer',
  )
  const bytes = Buffer.from(unused, 'base64url')
  bytes[40]! ^= 1
  for (const forged of ['', 'x', 'A'.repeat(200), bytes.toString('base64url'), unused.slice(0, -4)])
    assert.equal(await summarize(friend, id, forged, 20, encodeRetentionBitmap(0, 20)), null)
  assert.equal(
    await summarize(friend, other, unused, 20, encodeRetentionBitmap(0, 20)),
    null,
    'of another video',
  )
  setTime(6 * 60 * minute + 1)
  assert.equal(await summarize(friend, id, unused, 20, encodeRetentionBitmap(0, 20)), null, 'expired')
  assert.deepEqual(await readSums(id), sums)
  assert.equal(await readSums(other), null)
})

test('rejects a watch summary with impossibly high watch time or less watch time than already reported', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 1000 })
  const token = await view(fans[0]!, id)
  setTime(60_000)
  const send = (seconds: number, played: string) => summarize(fans[0]!, id, token, seconds, played)
  assert.equal(await send(101, encodeRetentionBitmap(0, 10)), null, 'longer than the time since the view')
  assert.equal(await send(60, encodeRetentionBitmap(0, 15)), null, 'faster than the highest playback rate')
  assert.equal(await send(60, encodeRetentionBitmap(0, 0)), null, 'nothing was played')
  const next = await send(60, encodeRetentionBitmap(0, 12))
  setTime(120_000)
  assert.equal(await summarize(fans[0]!, id, next!, 50, encodeRetentionBitmap(0, 12)), null)
  assert.equal(await summarize(fans[0]!, id, next!, 100, encodeRetentionBitmap(1, 15)), null)
  assert.deepEqual(await readSums(id), { views: 1, summaries: 1, viewers: 1, seconds: 60, played: 12 })
  for (const body of [
    { token, seconds: 0, played: encodeRetentionBitmap(0, 1), source: 'home' },
    { token, seconds: 1, played: 'f'.repeat(26), source: 'home' },
    { token, seconds: 1, played: encodeRetentionBitmap(0, 1), source: 'https://example.com/private' },
  ])
    assert.match(
      await expectApiError(fans[0]!.call(addWatchSummary, { params: { id }, body: body as never })),
      /^422 /,
    )
})

test('views by the owner, repeated views and views of hidden videos are not counted', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 100 })
  const own = await view(ada, id)
  await view(fans[0]!, id)
  const repeated = await view(fans[0]!, id)
  const last = await view(fans[1]!, id)
  setTime(20_000)
  // The responses do not reveal which views count.
  assert.ok(await summarize(ada, id, own, 20, encodeRetentionBitmap(0, 20)))
  assert.ok(await summarize(fans[0]!, id, repeated, 20, encodeRetentionBitmap(0, 20)))
  assert.deepEqual(await readSums(id), { views: 2, summaries: 0, viewers: 0, seconds: 0, played: 0 })
  await db.updateTable('content').set({ visibility: 'only_me' }).where('id', '=', id).execute()
  assert.match(await expectApiError(summarize(fans[1]!, id, last, 20, encodeRetentionBitmap(0, 20))), /^404 /)
})

test('each viewer adds one view and each token one watch summary, even with two server processes', async () => {
  const id = await createPublishedVideo(ada, { seconds: 100 })
  const [one, two] = await Promise.all([startViewRecorder(), startViewRecorder()])
  const about = { contentId: id, address: '203.0.113.1' }
  const viewers = fans.map(({ id: fan }) => ({ kind: 'member', id: fan, canSeeRated16: false }) as never)
  const views = (ask: Ask) =>
    viewers.map((viewer): Promise<{ token: string }> => ask({ kind: 'view', viewer, ...about }))
  const tokens = await Promise.all([...views(one.ask), ...views(two.ask), ...views(one.ask)])
  assert.equal((await readSums(id))!.views, 20)
  const summaries = tokens.flatMap(({ token }, n) =>
    [one, two].map(({ ask }): Promise<{ token: string | null }> => {
      const body = { token, seconds: 10, played: encodeRetentionBitmap(0, 10), source: 'home' }
      return ask({ kind: 'summary', viewer: viewers[n % 20]!, body, ...about })
    }),
  )
  await Promise.all(summaries)
  assert.deepEqual(await readSums(id), { views: 20, summaries: 20, viewers: 20, seconds: 200, played: 200 })
  for (const { child } of [one, two]) {
    child.disconnect()
    await once(child, 'exit')
  }
})

type Ask = <Result>(request: DistributiveOmit<RecordViewRequest, 'id'>) => Promise<Result>
type DistributiveOmit<All, Key extends keyof never> = All extends unknown ? Omit<All, Key> : never

/** Starts a process that records views in the same database. */
async function startViewRecorder(): Promise<{ child: ChildProcess; ask: Ask }> {
  const path = new URL('../../support/app/view-recording-process.ts', import.meta.url)
  const child = fork(path, [testApp.databaseUrl], { execArgv: [] })
  const waiting = new Map<number, (result: unknown) => void>()
  child.on('message', ({ id, result }: { id: number; result: unknown }) => waiting.get(id)?.(result))
  await once(child, 'message')
  let last = 0
  const ask = (request: object) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.send({ id: last, ...request })
    })
  return { child, ask: ask as Ask }
}

test('no database table links views to viewers, and the hashes of a day’s views are deleted after that day', async () => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(column_name, ' ' order by column_name) as columns
    from information_schema.columns where table_name in ('daily_video_analytics', 'daily_view_sources',
      'daily_follower_changes', 'recent_views', 'view_hash_keys', 'spent_view_tokens')
    group by table_name order by table_name`.execute(db)
  assert.deepEqual(
    rows.map(({ name, columns }) => `${name}: ${columns}`),
    [
      'daily_follower_changes: day gained lost user_id',
      'daily_video_analytics: content_id day released_on retention summaries viewers views watch_seconds',
      'daily_view_sources: content_id day released_on source viewers',
      'recent_views: day hash viewed_at',
      'spent_view_tokens: expires_at nonce',
      'view_hash_keys: day key',
    ],
  )
  const unlogged = await sql<{ relname: string }>`select relname from pg_class
    where relpersistence = 'u' and relkind = 'r' order by relname`.execute(db)
  assert.deepEqual(
    unlogged.rows.map(({ relname }) => relname),
    ['broadcast_viewers', 'recent_views', 'spent_view_tokens', 'view_hash_keys'],
  )
  const count = async () =>
    (
      await sql<{ marks: number }>`select (select count(*) from recent_views)
        + (select count(*) from view_hash_keys) + (select count(*) from spent_view_tokens) as marks`.execute(
        db,
      )
    ).rows[0]!.marks
  assert.ok(Number(await count()) > 0)
  await deleteOldRecentViews(new Date(Date.now() + 2 * 24 * 60 * minute))
  assert.equal(Number(await count()), 0)
})

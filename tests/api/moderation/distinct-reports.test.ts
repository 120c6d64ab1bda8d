/*
 * If a genuine notice comes from the same network as a flood of notices, a moderator must read the notice
 * before dismissing the flood.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import {
  maxDistinctReportsPerPage,
  dismissFlood,
  minOpenCasesPerReportFlood,
  reportFloodsPerPage,
  listFloods,
} from '#contract/moderation/report-floods.ts'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import {
  loadAllPagesOfDistinctReports,
  sendNoticeFromIpAddress,
  sendReportFromIpAddress,
  splitIdsIntoNotices,
} from '#tests/support/fixtures/report-floods.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listCasesAboutContent, loadContentModerationState } from '#tests/support/fixtures/reports.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let makers: TestUser[]
let mia: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ;[ada, ...makers] = (await insertUsers(testApp, 'maker', 11)) as [TestUser, ...TestUser[]]
  ;[mia] = (await insertUsers(testApp, 'mod', 1)) as [TestUser]
  await grantStaffRole(mia.id, 'moderator')
})
after(() => testApp.close())

const queue = () => mia.call(listCases, { query: { limit: 100 } })
const openCaseOf = async (item: string) =>
  (await listCasesAboutContent(item)).find(({ closed_at }) => !closed_at)
const isListed = async (item: string) => {
  const { id } = (await openCaseOf(item))!
  return (await queue()).items.some((row) => row.id === id)
}
async function closeAllCases() {
  await resetAllRateLimits()
  await db.updateTable('cases').set({ closed_at: new Date() }).where('closed_at', 'is', null).execute()
}
const dismiss = (key: string, claims: string[]) =>
  mia.call(dismissFlood, { params: { key }, body: { claims } })

test('during a flood of notices, a notice by another sender on the same network stays in the queue', async () => {
  const real = await createPublishedVideo(ada)
  await sendNoticeFromIpAddress(testApp, '192.0.2.9', [real], { words: 'Please, this is me' })
  const noticeFields = { email: 'bot@example.com', words: 'take it down' }
  for (const ten of splitIdsIntoNotices(await createPublishedVideos(makers, 40)))
    await sendNoticeFromIpAddress(testApp, '192.0.2.9', ten, noticeFields)
  const also = await createPublishedVideo(ada)
  await sendReportFromIpAddress(testApp.anonymousUser(), '192.0.2.9', also, 'grooming')
  const { floods, counts } = await queue()
  assert.deepEqual([floods.length, counts.grouped], [1, 40])
  assert.ok(await isListed(real))
  assert.ok(await isListed(also))
  assert.equal(await loadContentModerationState(real), 'held')
})

test('notices in the same flood are dismissed together if their texts differ only in a number', async () => {
  await closeAllCases()
  const items = await createPublishedVideos(makers, 20)
  for (const [n, ten] of splitIdsIntoNotices(items).entries())
    await sendNoticeFromIpAddress(testApp, '192.0.2.10', ten, {
      email: 'bot@example.com',
      words: `Remove it! (${n})`,
    })
  const [{ key } = { key: '' }] = (await queue()).floods
  const claims = await loadAllPagesOfDistinctReports(mia, key)
  assert.deepEqual(
    claims.map(({ words, cases, kind }) => ({ words, cases, kind })),
    [{ words: 'Remove it! (0)', cases: 20, kind: 'notice' }],
  )
  const looks = await db
    .selectFrom('staff_access_log')
    .select('staff_id')
    .where('case_id', '=', claims[0]!.case_id)
    .execute()
  assert.deepEqual(looks, [{ staff_id: mia.id }], 'the moderator’s view of the case is logged')
  assert.deepEqual(await dismiss(key, [claims[0]!.id]), { cases: 20 })
  await waitUntil(async () => (await queue()).floods.length === 0)
})

test('a genuine notice in a flood stays open when a moderator dismisses the rest of the flood', async () => {
  await closeAllCases()
  const flood = await createPublishedVideos(makers, 40)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '192.0.2.11', ten)
  const real = await createPublishedVideo(ada)
  const words = 'Please, this is me at 15'
  await sendNoticeFromIpAddress(testApp, '192.0.2.11', [real, flood[3]!], { words })
  const { floods, items } = await queue()
  assert.deepEqual([floods.length, items.length], [1, 0], 'changing texts bury nothing: it is one group')
  const { key, cases } = floods[0]!
  const claims = await loadAllPagesOfDistinctReports(mia, key)
  assert.deepEqual(
    claims.map((one) => [one.words, one.cases]),
    [[words, 2], ...[10, 10, 10, 10].map((n) => ['', n])],
  )
  const rest = claims.slice(1).map(({ id }) => id)
  assert.match(
    await expectApiError(dismiss(key, [real])),
    /^404/,
    'an ID that is not a claim matches nothing',
  )
  assert.deepEqual(await dismiss(key, rest), { cases: cases - 2 })
  await waitUntil(async () => !(await openCaseOf(flood[0]!)))
  assert.ok(await openCaseOf(real))
  assert.ok(await openCaseOf(flood[3]!), 'the flood names it, and so does she')
  await waitUntil(() => isListed(real))
})

test('dismissing a flood keeps a case open if another notice arrived after the moderator loaded the flood', async () => {
  await closeAllCases()
  const flood = await createPublishedVideos(makers, 20)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '192.0.2.12', ten)
  const [{ key } = { key: '' }] = (await queue()).floods
  const claims = (await loadAllPagesOfDistinctReports(mia, key)).map(({ id }) => id)
  await sendNoticeFromIpAddress(testApp, '192.0.2.12', [flood[1]!], { words: 'It is me' })
  assert.deepEqual(await dismiss(key, claims), { cases: 19 })
  await waitUntil(async () => !(await openCaseOf(flood[0]!)))
  assert.ok(await openCaseOf(flood[1]!))
})

test('a moderator can dismiss only one page of a flood of notices at a time', async () => {
  await closeAllCases()
  const items = await createPublishedVideos(makers, 30)
  for (const [n, id] of items.entries()) {
    if (n % 15 === 0) await resetAllRateLimits()
    await sendNoticeFromIpAddress(testApp, '192.0.2.13', [id])
  }
  const [{ key } = { key: '' }] = (await queue()).floods
  const claims = await loadAllPagesOfDistinctReports(mia, key)
  assert.equal(new Set(claims.map(({ id }) => id)).size, 30)
  const ids = claims.map(({ id }) => id)
  assert.match(await expectApiError(dismiss(key, ids)), /^422 Nothing selected/)
  assert.deepEqual(await dismiss(key, ids.slice(0, maxDistinctReportsPerPage)), {
    cases: maxDistinctReportsPerPage,
  })
})

test('each flood of reports appears on exactly one page of the list of floods', async () => {
  await closeAllCases()
  const [sources, each] = [reportFloodsPerPage + 5, minOpenCasesPerReportFlood]
  const people = await insertUsers(testApp, 'named', sources * each)
  const ids = people.map(({ id }) => id)
  await sql`with made as (
      insert into cases (subject, user_id, priority, flood_key)
        select 'profile', id, 0, 'network:source' || (n - 1) / ${each}::int from unnest(${ids}::uuid[]) with ordinality as t(id, n)
        returning id, flood_key)
    insert into case_sources (case_id, source) select id, flood_key from made`.execute(db)
  const first = await queue()
  assert.equal(first.counts.grouped, sources * each)
  assert.equal(first.floods.length, reportFloodsPerPage)
  const rest = await mia.call(listFloods, { query: { cursor: first.floods_cursor! } })
  assert.equal(rest.next_cursor, null)
  assert.equal(new Set([...first.floods, ...rest.items].map(({ key }) => key)).size, sources)
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await mia.call(listFloods, { query: { limit: 7, cursor } })
    pages.push(...items.map(({ key }) => key))
    cursor = next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    pages,
    [...first.floods, ...rest.items].map(({ key }) => key),
  )
})

/*
 * Tests how staff see a flood of reports. The moderation queue shows a flood as one group, separate from
 * other cases, and staff can dismiss the group in one step.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { postCaseAction, claimCase, listCases } from '#contract/moderation/moderation-cases.ts'
import { dismissFlood } from '#contract/moderation/report-floods.ts'
import { listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { eraseOldReporterHashes } from '#server/moderation/reports/erase-reporter-hashes.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import {
  loadAllPagesOfDistinctReports,
  sendNoticeFromIpAddress,
  splitIdsIntoNotices,
} from '#tests/support/fixtures/report-floods.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  listCasesAboutContent,
  submitReport,
  loadContentModerationState,
} from '#tests/support/fixtures/reports.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let settled: TestUser[]
let mia: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ;[ada, ...settled] = (await insertUsers(testApp, 'maker', 9)) as [TestUser, ...TestUser[]]
  const staff = await insertUsers(testApp, 'mod', 2)
  ;[mia, max] = staff as [TestUser, TestUser]
  for (const { id } of staff) await grantStaffRole(id, 'moderator')
})
after(() => testApp.close())

const queue = (query: object = {}) => mia.call(listCases, { query })
const caseOf = async (item: string) =>
  (await listCasesAboutContent(item)).find(({ closed_at }) => !closed_at)!
const listed = async (query: object = {}) => (await queue(query)).items.map(({ id }) => id)

test('paging through the moderation queue shows each open case once', async () => {
  for (const [n, id] of (await createPublishedVideos([ada], 25)).entries())
    await transaction((tx) =>
      openModerationCase(tx, { subject: 'content', contentId: id, userId: ada.id, priority: 1 + (n % 3) }),
    )
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await queue({ limit: 7, ...(cursor && { cursor }) })
    seen.push(...items.map(({ id }) => id))
    cursor = next_cursor ?? undefined
  } while (cursor)
  const { items, counts, next_cursor } = await queue({ limit: 100 })
  assert.equal(next_cursor, null)
  assert.equal(counts.open, 25)
  assert.deepEqual(
    seen,
    items.map(({ id }) => id),
  )
  for (const wrong of ['x', '0_9_1_x', ''])
    assert.match(await expectApiError(queue({ cursor: wrong })), /^422/)
})

test('reports from one network are grouped as a flood and are not listed one by one in the moderation queue', async () => {
  const flood = await createPublishedVideos(settled, 60)
  const real = await createPublishedVideo(ada)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '198.51.100.9', ten)
  await sendNoticeFromIpAddress(testApp, '203.0.113.5', [real])
  const { floods, counts } = await queue()
  assert.deepEqual(
    floods.map(({ kind, cases, priority }) => ({ kind, cases, priority })),
    [{ kind: 'network', cases: 60, priority: 0 }],
  )
  assert.equal(counts.grouped, 60)
  assert.equal((await listed())[0], (await caseOf(real)).id)
  assert.equal((await listed({ flood: floods[0]!.key, limit: 100 })).length, 60)
  // Another sender reports one of the items in the flood.
  const [also] = flood as [string]
  await sendNoticeFromIpAddress(testApp, '203.0.113.6', [also])
  assert.ok((await listed()).includes((await caseOf(also)).id))
  // The flood also contains a report about an item that a person outside the flood has reported. The case
  // about this item must stay in the queue.
  await sendNoticeFromIpAddress(testApp, '198.51.100.9', [real])
  assert.ok((await listed()).includes((await caseOf(real)).id))
})

test('dismissing a flood of notices restores items hidden only by that flood', async () => {
  const { key, cases } = (await queue()).floods[0]!
  const ids = await listed({ flood: key, limit: 100 })
  assert.equal(ids.length, cases)
  const members = await db.selectFrom('cases').selectAll().where('id', 'in', ids).execute()
  const hidden = members.filter((one) => one.content_id !== null)
  const states = await Promise.all(
    hidden.map(async (one) => ({ ...one, state: await loadContentModerationState(one.content_id!) })),
  )
  const [held, claimed, ofStaff] = states.filter(({ state }) => state === 'held').map(({ id }) => id)
  await max.call(claimCase, { params: { id: claimed! } })
  await max.call(claimCase, { params: { id: ofStaff! } })
  await max.call(postCaseAction, {
    params: { id: ofStaff! },
    body: { action: 'remove', rule: 'intimate_image', keep_open: true },
  })
  await db
    .updateTable('cases')
    .set({ claimed_by: null, claimed_at: null })
    .where('id', '=', ofStaff!)
    .execute()

  const body = { claims: (await loadAllPagesOfDistinctReports(mia, key)).map(({ id }) => id) }
  const other = { key: 'network:nothing' }
  assert.match(await expectApiError(ada.call(dismissFlood, { params: { key }, body })), /^404/)
  assert.match(await expectApiError(mia.call(dismissFlood, { params: other, body })), /^404/)
  assert.match(
    await expectApiError(mia.call(dismissFlood, { params: { key }, body: { claims: [] } })),
    /^422/,
  )
  assert.deepEqual(await mia.call(dismissFlood, { params: { key }, body }), { cases: cases - 1 })
  const openNow = async () => {
    const rows = await db
      .selectFrom('cases')
      .select('id')
      .where('id', 'in', ids)
      .where('closed_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }
  await waitUntil(async () => (await openNow()).length <= 1)
  assert.deepEqual(await openNow(), [claimed])
  const item = (id: string | undefined) => states.find((one) => one.id === id)!.content_id!
  assert.equal(await loadContentModerationState(item(held)), 'approved')
  assert.equal(await loadContentModerationState(item(claimed)), 'held')
  assert.equal(await loadContentModerationState(item(ofStaff)), 'removed')
  const owner = settled.find(({ id }) => id === states.find((one) => one.id === held)!.user_id)!
  const { items } = await owner.call(listStatementsOfReasons, {})
  assert.ok(items.some(({ action, content_id }) => action === 'approve' && content_id === item(held)))
  const answered = await db.selectFrom('notices').select('outcome').where('outcome', 'is not', null).execute()
  assert.ok(answered.length >= 4 && answered.every(({ outcome }) => outcome !== null))
})

test('the moderation queue groups many reports by one member as one flood', async () => {
  await resetAllRateLimits()
  const items = await createPublishedVideos([ada], 15)
  for (const id of items) await submitReport(settled[0]!, id, 'spam')
  const { floods } = await queue()
  assert.ok(floods.some(({ kind, cases }) => kind === 'account' && cases === 15))
  await sql`update cases set opened_at = now() - interval '31 days' where content_id = any(${items})`.execute(
    db,
  )
  await sql`update case_sources set joined_at = now() - interval '31 days'`.execute(db)
  await eraseOldReporterHashes()
  const known = await db
    .selectFrom('cases')
    .select('id')
    .where('content_id', 'in', items)
    .where('flood_key', 'is not', null)
    .execute()
  assert.deepEqual(known, [])
  assert.deepEqual(await db.selectFrom('case_sources').selectAll().execute(), [])
})

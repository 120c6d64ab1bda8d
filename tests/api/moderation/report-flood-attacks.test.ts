/*
 * Tests attempts to bypass or abuse the flood limits. A genuine notice must stay visible, and one source must
 * not count as several sources.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { maxUrgentReportsPerDay, maxHoldsFromNewAccountReports } from '#contract/moderation/reports.ts'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import {
  dismissEntireReportFlood,
  sendNoticeFromIpAddress,
  sendReportFromIpAddress,
  splitIdsIntoNotices,
} from '#tests/support/fixtures/report-floods.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails } from '#tests/support/app/sent-emails.ts'
import {
  listCasesAboutContent,
  submitReport,
  loadContentModerationState,
} from '#tests/support/fixtures/reports.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let makers: TestUser[]
let mia: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ;[ada, ...makers] = (await insertUsers(testApp, 'maker', 16)) as [TestUser, ...TestUser[]]
  ;[mia] = (await insertUsers(testApp, 'mod', 1)) as [TestUser]
  await grantStaffRole(mia.id, 'moderator')
})
after(() => testApp.close())

const queue = () => mia.call(listCases, { query: { limit: 100 } })
const openCaseOf = async (item: string) =>
  (await listCasesAboutContent(item)).find(({ closed_at }) => !closed_at)
const isListed = async (item: string) => {
  const { items } = await queue()
  const { id } = (await openCaseOf(item))!
  return items.some((row) => row.id === id)
}
const heldOf = async (ids: string[]) =>
  (await Promise.all(ids.map(loadContentModerationState))).filter((state) => state === 'held').length
/** Inserts accounts, and sets their creation time to the current time. */
async function newcomers(name: string, count: number): Promise<TestUser[]> {
  const people = await insertUsers(testApp, name, count)
  await sql`update users set created_at = now() where id = any(${people.map(({ id }) => id)})`.execute(db)
  return people
}

test('a genuine notice stays in the main queue after the site-wide limit on automatic holds is reached', async () => {
  const flood = await createPublishedVideos(makers, 50)
  for (const [n, ten] of splitIdsIntoNotices(flood).entries())
    await sendNoticeFromIpAddress(testApp, `198.51.100.${n + 1}`, ten.slice(0, 9))
  const real = await createPublishedVideo(ada)
  assert.equal(await sendNoticeFromIpAddress(testApp, '198.51.100.1', [real]), 201)
  assert.equal(
    await loadContentModerationState(real),
    'approved',
    'the site-wide limit is reached, and this network has hidden items today',
  )
  assert.ok(await isListed(real))
  const found = (await openCaseOf(real))!
  assert.equal(found.priority, 0)
  assert.ok(found.due_at)
  assert.deepEqual((await queue()).floods, [], 'no single source sent a flood')
  const { receipt } = await db
    .selectFrom('notices')
    .select('receipt')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const told = `Intimate-image notice ${receipt}`
  await waitUntil(async () => (await listSentEmails(testApp)).some(({ subject }) => subject.startsWith(told)))
})

test('dismissing a flood of notices does not count as a review, so the next notice hides the same item again', async () => {
  await resetAllRateLimits()
  const flood = await createPublishedVideos(makers, 20)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '192.0.2.1', ten)
  const [first] = flood as [string]
  const last = flood.at(-1)!
  assert.equal(await loadContentModerationState(first), 'held')
  assert.equal(await loadContentModerationState(last), 'approved')
  const [{ key } = { key: '' }] = (await queue()).floods
  // Another sender reports one of the items in the flood before the job dismisses the flood.
  const joined = flood[5]!
  await sendNoticeFromIpAddress(testApp, '192.0.2.50', [joined])
  assert.equal(await dismissEntireReportFlood(mia, key), 19)
  await waitUntil(async () => !(await openCaseOf(first)) && !(await openCaseOf(last)))
  assert.ok(await isListed(joined))
  assert.equal(await loadContentModerationState(first), 'approved')
  const responses = await waitUntil(async () => {
    const emails = await listSentEmails(testApp)
    const sent = emails.filter(({ subject }) => subject === 'Our decision about your notice')
    return sent.length > 0 && sent
  })
  assert.ok(responses.every(({ text }) => !text.includes('We reviewed the content')))
  await resetAllRateLimits()
  await sendNoticeFromIpAddress(testApp, '192.0.2.2', [first, last])
  assert.deepEqual(
    [await loadContentModerationState(first), await loadContentModerationState(last)],
    ['held', 'held'],
  )
})

test('a genuine notice stays in the queue while two floods target the same items', async () => {
  await resetAllRateLimits()
  await db.updateTable('cases').set({ closed_at: new Date() }).where('closed_at', 'is', null).execute()
  const flood = await createPublishedVideos(makers, 150)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '192.0.2.11', ten)
  for (const ten of splitIdsIntoNotices(flood)) await sendNoticeFromIpAddress(testApp, '192.0.2.12', ten)
  const real = await createPublishedVideo(ada)
  await sendNoticeFromIpAddress(testApp, '192.0.2.13', [real])
  const { items, counts } = await queue()
  assert.deepEqual({ open: counts.open, grouped: counts.grouped }, { open: 1, grouped: 150 })
  assert.equal(items[0]!.id, (await openCaseOf(real))!.id)
  await sendNoticeFromIpAddress(testApp, '192.0.2.13', [flood[0]!])
  assert.ok(await isListed(flood[0]!), 'a notice from outside the flood removes a case from the group')
})

test('changing the reason of a report to an urgent one counts toward the daily limit on urgent reports', async () => {
  await resetAllRateLimits()
  const items = await createPublishedVideos(makers, 16)
  const [slow, fast] = (await insertUsers(testApp, 'raiser', 2)) as [TestUser, TestUser]
  for (const id of items) await submitReport(slow, id, 'spam')
  await sql`update reports set created_at = now() - interval '25 hours' where reporter_id = ${slow.id}`.execute(
    db,
  )
  for (const id of items) await submitReport(slow, id, 'minor_safety')
  assert.equal(await heldOf(items), maxUrgentReportsPerDay)
  const others = await createPublishedVideos(makers, 16)
  await Promise.all(others.map((id) => submitReport(fast, id, 'minor_safety')))
  assert.equal(await heldOf(others), maxUrgentReportsPerDay)
})

test('new accounts in one IPv6 /48 count as one reporter', async () => {
  await resetAllRateLimits()
  const four = await newcomers('fresh', 4)
  const one = await createPublishedVideo(ada)
  for (const [n, who] of four.entries())
    assert.equal(await sendReportFromIpAddress(who, `2001:db8:7:${n + 1}::1`, one, 'minor_safety'), 201)
  assert.equal(await loadContentModerationState(one), 'approved')
  const items = await createPublishedVideos(makers, 8)
  for (const id of items)
    for (const [n, who] of four.entries())
      await sendReportFromIpAddress(who, `203.0.113.${n + 1}`, id, 'minor_safety')
  assert.equal(await heldOf(items), maxHoldsFromNewAccountReports.most)
  // The limit does not rise when the reporters switch to other networks, or when more accounts report from
  // the same networks.
  const more = await createPublishedVideos(makers, 2)
  for (const [n, who] of four.entries())
    await sendReportFromIpAddress(who, `198.51.100.${n + 90}`, more[0]!, 'minor_safety')
  for (const [n, who] of (await newcomers('other', 4)).entries())
    await sendReportFromIpAddress(who, `203.0.113.${n + 1}`, more[1]!, 'minor_safety')
  assert.equal(await heldOf(more), 0)
  await submitReport(makers[0]!, more[1]!, 'minor_safety').catch(() =>
    submitReport(makers[2]!, more[1]!, 'minor_safety'),
  )
  assert.equal(await loadContentModerationState(more[1]!), 'held', 'one settled account is enough, as always')
})

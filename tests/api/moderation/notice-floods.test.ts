/*
 * Tests how much content one machine or a group of machines can hide without an account. Staff must be able
 * to distinguish floods of notices from genuine cases.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postCaseAction, claimCase } from '#contract/moderation/moderation-cases.ts'
import { listUnmatchedNotices } from '#contract/moderation/unmatched-notices.ts'
import { initialHoldLimitPerSource, automaticHoldLimits } from '#contract/moderation/automatic-hold-limits.ts'
import {
  automaticHoldLimitsPerNoticeSender,
  noticeRateLimits,
} from '#contract/moderation/intimate-image-notices.ts'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import { sendNoticeFromIpAddress, splitIdsIntoNotices } from '#tests/support/fixtures/report-floods.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import {
  listCasesAboutContent,
  createReportFixtures,
  submitReport,
  loadContentModerationState,
} from '#tests/support/fixtures/reports.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let creators: TestUser[]
let moderator: TestUser
before(async () => {
  testApp = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  creators = await insertUsers(testApp, 'maker', 30)
  ;[moderator] = (await insertUsers(testApp, 'mod', 1)) as [TestUser]
  await grantStaffRole(moderator.id, 'moderator')
})
after(() => testApp.close())

const notice = (address: string, ids: string[]) => sendNoticeFromIpAddress(testApp, address, ids)
const items = (count: number) => createPublishedVideos(creators, count)

async function heldOf(ids: string[]): Promise<number> {
  const rows = await db
    .selectFrom('content')
    .select('id')
    .where('id', 'in', ids)
    .where('moderation', '=', 'held')
    .execute()
  return rows.length
}

test('notices from one IPv6 /64 can hide no more items than one notice can', async () => {
  const ids = await items(600)
  const statuses = await Promise.all(
    splitIdsIntoNotices(ids).map((ten, n) => notice(`2001:db8:1:1::${n + 1}`, ten)),
  )
  assert.equal(statuses.filter((status) => status === 201).length, noticeRateLimits.network.most)
  assert.ok(
    statuses.every((status) => status === 201 || status === 429),
    String(statuses),
  )
  assert.equal(await heldOf(ids), automaticHoldLimitsPerNoticeSender.network.most)
})

test('notices from one IPv4 address can hide no more items than one notice can', async () => {
  await resetAllRateLimits()
  const ids = await items(200)
  for (const ten of splitIdsIntoNotices(ids)) assert.equal(await notice('198.51.100.7', ten), 201)
  assert.equal(await heldOf(ids), automaticHoldLimitsPerNoticeSender.network.most)
})

test('200 concurrent notices about items by the same creators cause no errors', async () => {
  await resetAllRateLimits()
  const ids = await items(40)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const three = [0, 13, 26].map((step) => ids[(n + step) % ids.length]!)
      return notice(`203.0.113.${n}`, n % 2 ? three : three.toReversed())
    }),
  )
  assert.deepEqual(
    statuses.filter((status) => status !== 201),
    [],
  )
})

test('a notice cannot hide an item that staff have approved unless the owner has edited it since then', async () => {
  await resetAllRateLimits()
  const [id] = (await items(1)) as [string]
  await notice('192.0.2.1', [id])
  assert.equal(await loadContentModerationState(id), 'held')
  const [{ id: caseId } = { id: '' }] = await listCasesAboutContent(id)
  await moderator.call(claimCase, { params: { id: caseId } })
  await moderator.call(postCaseAction, { params: { id: caseId }, body: { action: 'approve' } })
  for (const n of [2, 3, 4]) assert.equal(await notice(`192.0.2.${n}`, [id]), 201)
  assert.equal(await loadContentModerationState(id), 'approved')
  const open = (await listCasesAboutContent(id)).find(({ closed_at }) => !closed_at)
  assert.equal(open?.priority, 0, 'a person looks again')
  assert.ok(open.due_at, 'and the clock of 48 hours runs')
  await db.updateTable('content').set({ updated_at: new Date() }).where('id', '=', id).execute()
  await notice('192.0.2.5', [id])
  assert.equal(await loadContentModerationState(id), 'held', 'its pictures are other ones now')
})

test('reports from signed-out visitors and new accounts alone never hide an item', async () => {
  await resetAllRateLimits()
  const { ada, browser, crowd: settled } = await createReportFixtures(testApp)
  const id = await createPublishedVideo(ada)
  for (const name of ['Firefox', 'Chrome', 'Safari']) await browser(name).report(id, 'intimate_image')
  await submitReport(await testApp.signUpMember('newcomer'), id, 'intimate_image')
  assert.equal(await loadContentModerationState(id), 'approved')
  await submitReport(settled[0]!, id, 'intimate_image')
  assert.equal(await loadContentModerationState(id), 'held')
})

test('notices beyond the site-wide limit on automatic holds wait for a moderator', async () => {
  await resetAllRateLimits()
  const ids = await items(60)
  for (const [n, ten] of splitIdsIntoNotices(ids).entries())
    assert.equal(await notice(`2001:db8:${n}::1`, ten), 201)
  assert.equal(
    await heldOf(ids),
    6 * initialHoldLimitPerSource.most + automaticHoldLimits.notices.shared[0]!.most,
  )
  assert.equal((await moderator.call(listUnmatchedNotices, {})).items.length, 0)
  const waiting = await db
    .selectFrom('cases')
    .select('id')
    .where('content_id', 'in', ids)
    .where('priority', '=', 0)
    .where('due_at', 'is not', null)
    .execute()
  assert.equal(waiting.length, 60, 'each is a case with its clock')
  await resetAllRateLimits()
  const [mine] = (await items(1)) as [string]
  await notice('192.0.2.77', [mine])
  assert.equal(await loadContentModerationState(mine), 'held')
})

test('after five notices about ten items each, a notice about two items still hides both', async () => {
  await resetAllRateLimits()
  const ids = await items(50)
  for (const [n, ten] of splitIdsIntoNotices(ids).entries()) await notice(`203.0.113.${n + 1}`, ten)
  const [mine, also] = (await items(2)) as [string, string]
  await notice('192.0.2.78', [mine, also])
  assert.deepEqual(
    [await loadContentModerationState(mine), await loadContentModerationState(also)],
    ['held', 'held'],
  )
})

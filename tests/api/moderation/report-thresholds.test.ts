/*
 * Tests the automatic effects of reports before a moderator reviews the reports: how much weight each
 * reporter has, and which content is held.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { getProfileById } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  listCasesAboutContent,
  closeReportCase,
  createReportFixtures,
  type ReportFixtures,
  submitReport,
  loadContentModerationState,
  listReportsAboutContent,
} from '#tests/support/fixtures/reports.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: TestApp
let ada: TestUser
let crowd: TestUser[]
let browser: ReportFixtures['browser']
before(async () => {
  testApp = await startTestApp()
  ;({ ada, crowd, browser } = await createReportFixtures(testApp))
})
after(() => testApp.close())

test('several concurrent reports by one person count once', async () => {
  const id = await createPublishedVideo(ada)
  const sent = await Promise.all(
    Array.from({ length: 30 }, (_, n) => submitReport(crowd[n % 6]!, id, 'scam')),
  )
  const voices = await listReportsAboutContent(id)
  assert.equal((await listCasesAboutContent(id)).length, 1)
  assert.deepEqual(voices.map((voice) => voice.reporter_id).toSorted(), crowd.map((who) => who.id).toSorted())
  assert.deepEqual(new Set(sent), new Set(voices.map((voice) => voice.receipt)))
})

test('an item is held for review after three different people report it as harmful', async () => {
  const id = await createPublishedVideo(ada)
  const tries = Array.from({ length: 30 }, (_, n) => submitReport(crowd[n % 6]!, id, 'hate').catch(String))
  const responses = await Promise.all(tries)
  const voices = await listReportsAboutContent(id)
  assert.equal(await loadContentModerationState(id), 'held')
  assert.ok(voices.length >= 3 && voices.length <= 6)
  // Reports that arrived after the item was held got a 404 response.
  const given = new Set(voices.map((voice) => voice.receipt))
  assert.ok(responses.every((text) => given.has(text) || text.includes("doesn't exist")))
})

test('concurrent reports by thirty signed-out browsers open one case and do not hold the item', async () => {
  const id = await createPublishedVideo(ada)
  await Promise.all(Array.from({ length: 30 }, (_, n) => browser(`phone ${n}`).report(id, 'grooming')))
  assert.equal((await listReportsAboutContent(id)).length, 30)
  assert.equal((await listCasesAboutContent(id)).length, 1)
  assert.equal(await loadContentModerationState(id), 'approved')
})

test('a single report of the most urgent kind hides an item only if an established account sends it', async () => {
  const fresh = await testApp.signUpMember('fresh')
  const id = await createPublishedVideo(ada)
  await submitReport(testApp.anonymousUser(), id, 'intimate_image')
  await submitReport(fresh, id, 'intimate_image')
  assert.equal(await loadContentModerationState(id), 'approved')
  await submitReport(crowd[0]!, id, 'intimate_image')
  assert.equal(await loadContentModerationState(id), 'held')
  assert.match(await expectApiError(testApp.anonymousUser().call(getContent, { params: { id } })), /^404/)
})

test('three bullying reports by established accounts hold an item, and five impersonation reports unlist an item', async () => {
  for (const [reason, needed, then] of [
    ['bullying', 3, 'held'],
    ['impersonation', 5, 'limited'],
  ] as const) {
    const id = await createPublishedVideo(ada)
    for (const who of crowd.slice(0, needed - 1)) await submitReport(who, id, reason)
    assert.equal(await loadContentModerationState(id), 'approved')
    await submitReport(crowd[needed - 1]!, id, reason)
    assert.equal(await loadContentModerationState(id), then)
  }
  const id = await createPublishedVideo(ada)
  for (const who of crowd) await submitReport(who, id, 'scam')
  assert.equal(await loadContentModerationState(id), 'approved')
})

test('a held comment is hidden from everybody but its author', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'a threat' } })
  await submitReport(crowd[0]!, comment, 'threat', 'comment')
  assert.deepEqual(
    (await testApp.anonymousUser().call(listComments, { params: { id }, query: {} })).items,
    [],
  )
  assert.match(await expectApiError(submitReport(crowd[1]!, comment, 'threat', 'comment')), /^404/)
})

test('reports never restrict an account without a moderator’s decision', async () => {
  for (const who of crowd) await submitReport(who, ada.id, 'grooming', 'profile')
  await testApp.anonymousUser().call(getProfileById, { params: { id: ada.id } })
  const row = await db
    .selectFrom('cases')
    .select('priority')
    .where('subject', '=', 'profile')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.priority, 0)
})

test('reports by members whose earlier reports were often dismissed have less weight', async () => {
  const wolf = await testApp.signUpMember('wolf')
  await backdateAccounts(wolf)
  for (let n = 0; n < 3; n += 1) {
    const id = await createPublishedVideo(ada)
    await submitReport(wolf, id, 'grooming')
    assert.equal(await loadContentModerationState(id), 'held')
    await closeReportCase((await listCasesAboutContent(id))[0]!.id, 'nothing')
  }
  const id = await createPublishedVideo(ada)
  await submitReport(wolf, id, 'grooming')
  assert.equal((await listReportsAboutContent(id))[0]!.weight, 0.25)
  assert.equal(await loadContentModerationState(id), 'approved')
})

test('an item that staff have approved is held again only for a new, serious reason', async () => {
  const id = await createPublishedVideo(ada)
  for (const who of crowd.slice(0, 3)) await submitReport(who, id, 'hate')
  await closeReportCase((await listCasesAboutContent(id))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', id).execute()
  for (const who of crowd) await submitReport(who, id, 'hate')
  assert.equal(await loadContentModerationState(id), 'approved')
  assert.equal((await listCasesAboutContent(id)).length, 2, 'it is looked at once more')
  // Each person can report once per case, so the second case must be closed before these people can report
  // again.
  await closeReportCase((await listCasesAboutContent(id)).find(({ closed_at }) => !closed_at)!.id, 'nothing')
  for (const who of crowd.slice(0, 3)) await submitReport(who, id, 'violence')
  assert.equal(await loadContentModerationState(id), 'held', 'for another reason it is')
  const other = await createPublishedVideo(ada)
  await submitReport(crowd[0]!, other, 'sextortion')
  await closeReportCase((await listCasesAboutContent(other))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', other).execute()
  await submitReport(crowd[1]!, other, 'sextortion')
  for (const who of crowd) await submitReport(who, other, 'impersonation')
  assert.equal(await loadContentModerationState(other), 'approved', 'judged already, and not grave')
  await submitReport(crowd[2]!, other, 'grooming')
  assert.equal(await loadContentModerationState(other), 'held', 'new and grave')
})

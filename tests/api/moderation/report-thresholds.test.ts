/* What reports do by themselves, before anybody looks: who weighs how much, and what is held. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { getProfileById } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, openTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  listCasesAbout,
  settleReportCase,
  createReporters,
  type ReportFixtures,
  submitReport,
  moderationStateOf,
  listReportsAbout,
} from '#tests/support/fixtures/reports.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let house: TestApp
let ada: TestUser
let crowd: TestUser[]
let browser: ReportFixtures['browser']
before(async () => {
  house = await openTestApp()
  ;({ ada, crowd, browser } = await createReporters(house))
})
after(() => house.close())

test('thirty reports of six people at once are six voices in one case', async () => {
  const id = await createPublishedVideo(ada)
  const sent = await Promise.all(
    Array.from({ length: 30 }, (_, n) => submitReport(crowd[n % 6]!, id, 'scam')),
  )
  const voices = await listReportsAbout(id)
  assert.equal((await listCasesAbout(id)).length, 1)
  assert.deepEqual(voices.map((voice) => voice.reporter_id).toSorted(), crowd.map((who) => who.id).toSorted())
  assert.deepEqual(new Set(sent), new Set(voices.map((voice) => voice.receipt)))
})

test('thirty at once about harm: it is gone with the third, and nobody is counted twice', async () => {
  const id = await createPublishedVideo(ada)
  const tries = Array.from({ length: 30 }, (_, n) => submitReport(crowd[n % 6]!, id, 'hate').catch(String))
  const answers = await Promise.all(tries)
  const voices = await listReportsAbout(id)
  assert.equal(await moderationStateOf(id), 'held')
  assert.ok(voices.length >= 3 && voices.length <= 6)
  // Who came after it was gone found nothing there.
  const given = new Set(voices.map((voice) => voice.receipt))
  assert.ok(answers.every((text) => given.has(text) || text.includes("doesn't exist")))
})

test('thirty browsers at once are thirty voices, one case, and hold nothing', async () => {
  const id = await createPublishedVideo(ada)
  await Promise.all(Array.from({ length: 30 }, (_, n) => browser(`phone ${n}`).report(id, 'grooming')))
  assert.equal((await listReportsAbout(id)).length, 30)
  assert.equal((await listCasesAbout(id)).length, 1)
  assert.equal(await moderationStateOf(id), 'approved')
})

test('danger: one settled account takes it away at once, a new one and the signed out do not', async () => {
  const fresh = await house.signUpMember('fresh')
  const id = await createPublishedVideo(ada)
  await submitReport(house.stranger(), id, 'intimate_image')
  await submitReport(fresh, id, 'intimate_image')
  assert.equal(await moderationStateOf(id), 'approved')
  await submitReport(crowd[0]!, id, 'intimate_image')
  assert.equal(await moderationStateOf(id), 'held')
  assert.match(await expectApiError(house.stranger().call(getContent, { params: { id } })), /^404/)
})

test('harm: three settled accounts take it away; the rest: five take it out of the lists', async () => {
  for (const [reason, needed, then] of [
    ['bullying', 3, 'held'],
    ['impersonation', 5, 'limited'],
  ] as const) {
    const id = await createPublishedVideo(ada)
    for (const who of crowd.slice(0, needed - 1)) await submitReport(who, id, reason)
    assert.equal(await moderationStateOf(id), 'approved')
    await submitReport(crowd[needed - 1]!, id, reason)
    assert.equal(await moderationStateOf(id), then)
  }
  const id = await createPublishedVideo(ada)
  for (const who of crowd) await submitReport(who, id, 'scam')
  assert.equal(await moderationStateOf(id), 'approved')
})

test('a comment that is held is gone for everybody else', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'a threat' } })
  await submitReport(crowd[0]!, comment, 'threat', 'comment')
  assert.deepEqual((await house.stranger().call(listComments, { params: { id }, query: {} })).items, [])
  assert.match(await expectApiError(submitReport(crowd[1]!, comment, 'threat', 'comment')), /^404/)
})

test('reports alone never set a person aside', async () => {
  for (const who of crowd) await submitReport(who, ada.id, 'grooming', 'profile')
  await house.stranger().call(getProfileById, { params: { id: ada.id } })
  const row = await db
    .selectFrom('cases')
    .select('priority')
    .where('subject', '=', 'profile')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.priority, 0)
})

test('who is often wrong weighs less', async () => {
  const wolf = await house.signUpMember('wolf')
  await backdateAccounts(wolf)
  for (let n = 0; n < 3; n += 1) {
    const id = await createPublishedVideo(ada)
    await submitReport(wolf, id, 'grooming')
    assert.equal(await moderationStateOf(id), 'held')
    await settleReportCase((await listCasesAbout(id))[0]!.id, 'nothing')
  }
  const id = await createPublishedVideo(ada)
  await submitReport(wolf, id, 'grooming')
  assert.equal((await listReportsAbout(id))[0]!.weight, 0.25)
  assert.equal(await moderationStateOf(id), 'approved')
})

test('what staff have looked at and left up is held again only for a reason that is new and grave', async () => {
  const id = await createPublishedVideo(ada)
  for (const who of crowd.slice(0, 3)) await submitReport(who, id, 'hate')
  await settleReportCase((await listCasesAbout(id))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', id).execute()
  for (const who of crowd) await submitReport(who, id, 'hate')
  assert.equal(await moderationStateOf(id), 'approved')
  assert.equal((await listCasesAbout(id)).length, 2, 'it is looked at once more')
  // One voice a case: the second one is decided too.
  await settleReportCase((await listCasesAbout(id)).find(({ closed_at }) => !closed_at)!.id, 'nothing')
  for (const who of crowd.slice(0, 3)) await submitReport(who, id, 'violence')
  assert.equal(await moderationStateOf(id), 'held', 'for another reason it is')
  const other = await createPublishedVideo(ada)
  await submitReport(crowd[0]!, other, 'sextortion')
  await settleReportCase((await listCasesAbout(other))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', other).execute()
  await submitReport(crowd[1]!, other, 'sextortion')
  for (const who of crowd) await submitReport(who, other, 'impersonation')
  assert.equal(await moderationStateOf(other), 'approved', 'judged already, and not grave')
  await submitReport(crowd[2]!, other, 'grooming')
  assert.equal(await moderationStateOf(other), 'held', 'new and grave')
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getOwnContent } from '#contract/content/own-content.ts'
import { claimCase, decideAppeal, getCase, postCaseAction } from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { getStatementOfReasons, submitAppeal } from '#contract/moderation/statements-of-reasons.ts'
import { listNotifications } from '#contract/notifications.ts'
import { dismissReportFloodCases } from '#server/moderation/report-floods/dismiss-report-flood.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  createTestReplacement,
  createHeldReplacement,
  fetchReplacement,
  runReplacementCleanupJobs,
} from '#tests/support/app/replacement-test-video.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let mia: TestUser
let noa: TestUser
let clip: Buffer
let other: Buffer
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  noa = await signUpStaff(testApp, 'noa', 'moderator')
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
  clip = await makeTestPatternClip('mp4', { seconds: 4, width: 320, height: 180 })
  other = await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 })
})
after(() => testApp.close())

type Action = 'refuse_replacement' | 'limit' | 'dismiss' | 'hold' | 'approve'
const act = (caseId: string, action: Action) =>
  mia.call(postCaseAction, {
    params: { id: caseId },
    body: { action, rule: 'bullying', facts: 'The new file makes fun of a classmate.' },
  })
const stateOf = async (id: string) => (await fetchReplacement(ada, id))?.state
const ownItem = (id: string) => ada.call(getOwnContent, { params: { id } })
const isOpen = async (caseId: string) => {
  const row = await db
    .selectFrom('cases')
    .select('closed_at')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  return row.closed_at === null
}

test('rejecting a replacement file keeps the video, and the owner gets a statement of reasons', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  const original = await ownItem(id)
  await mia.call(claimCase, { params: { id: caseId } })
  const { detail } = await mia.call(getCase, { params: { id: caseId } })
  assert.ok(detail!.may.includes('refuse_replacement'))
  await act(caseId, 'refuse_replacement')
  assert.equal(await isOpen(caseId), false)

  const now = await ownItem(id)
  assert.deepEqual(
    [now.moderation, now.stream_status, now.duration_seconds, now.stream_url],
    ['approved', 'ready', original.duration_seconds, original.stream_url],
  )
  const { state, error, statement_id } = now.replacement!
  assert.deepEqual([state, error?.title], ['refused', 'New video rejected'])
  const statement = await ada.call(getStatementOfReasons, { params: { id: statement_id! } })
  assert.deepEqual(
    [statement.action, statement.rule, statement.facts, statement.strikes, statement.may_appeal],
    ['refuse_replacement', 'bullying', 'The new file makes fun of a classmate.', 0, true],
  )
  const { items } = await ada.call(listNotifications, { query: {} })
  assert.ok(items.some(({ decisions }) => decisions.some((one) => one.id === statement_id)))
  const audit = await db
    .selectFrom('audit_log')
    .select('entry')
    .where('entry', 'like', `%${statement_id!}%`)
    .execute()
  assert.match(audit[0]!.entry, /"refuse_replacement"/)

  const { playback_id } = now
  await runReplacementCleanupJobs()
  assert.equal((await ada.fetch(`/media/${playback_id}/2/240p/index.m3u8`)).status, 404)
  assert.equal((await ada.fetch(`/media/${playback_id}/master.m3u8`)).status, 200)
})

test('after a successful appeal against a rejected replacement, the owner can upload another file', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  await mia.call(claimCase, { params: { id: caseId } })
  await act(caseId, 'refuse_replacement')
  const { statement_id } = (await fetchReplacement(ada, id))!
  await ada.call(submitAppeal, { params: { id: statement_id! }, body: { words: 'It is a sketch.' } })
  const { id: appealId, case_id } = await db
    .selectFrom('appeals')
    .select(['id', 'case_id'])
    .where('decision_id', '=', statement_id!)
    .executeTakeFirstOrThrow()
  await noa.call(claimCase, { params: { id: case_id! } })
  await noa.call(decideAppeal, { params: { id: appealId }, body: { outcome: 'reversed', answer: 'Agreed.' } })
  assert.equal(await fetchReplacement(ada, id), null)
  const statement = await ada.call(getStatementOfReasons, { params: { id: statement_id! } })
  assert.ok(statement.reversed_at)
  await createTestReplacement(ada, id)
})

test('only an approval publishes a replacement file, and the case stays open until a moderator has decided on the file', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  const { duration_seconds } = await ownItem(id)
  await mia.call(claimCase, { params: { id: caseId } })
  await act(caseId, 'limit')
  assert.deepEqual([await stateOf(id), await isOpen(caseId)], ['held', true])
  await act(caseId, 'dismiss')
  assert.deepEqual([await stateOf(id), await isOpen(caseId)], ['replaced', false])
  assert.notEqual((await ownItem(id)).duration_seconds, duration_seconds)
  assert.equal((await ownItem(id)).moderation, 'limited')
})

test('dismissing a flood or clearing the text does not publish an unreviewed replacement file', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  await transaction((tx) =>
    emitEvent(tx, { type: 'text_cleared', subject: 'content', contentId: id, userId: ada.id }),
  )
  assert.deepEqual([await stateOf(id), await isOpen(caseId)], ['held', true])
  await bob.call(sendReport, { body: { subject: 'content', id, reason: 'bullying' } })
  const key = `network:${'0'.repeat(64)}`
  await db.updateTable('cases').set({ flood_key: key }).where('id', '=', caseId).execute()
  const reports = await db
    .selectFrom('reports')
    .select(sql<string>`coalesce(claim, id::text)`.as('claim'))
    .where('case_id', '=', caseId)
    .execute()
  const sources = await db.selectFrom('case_sources').select('source').where('case_id', '=', caseId).execute()
  await dismissReportFloodCases({
    key,
    staffId: mia.id,
    role: 'moderator',
    ids: [caseId],
    claims: reports.map(({ claim }) => claim),
    sources: sources.map(({ source }) => source),
  })
  assert.deepEqual([await stateOf(id), await isOpen(caseId)], ['held', true])
  const { flood_key } = await db
    .selectFrom('cases')
    .select('flood_key')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  assert.equal(flood_key, null, 'the case is in the queue again')
})

test('a moderator cannot reject a replacement file that is not waiting for review', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  await mia.call(claimCase, { params: { id: caseId } })
  await db
    .updateTable('stream_replacements')
    .set({ state: 'cancelled' })
    .where('content_id', '=', id)
    .execute()
  assert.match(await expectApiError(act(caseId, 'refuse_replacement')), /^(403|409|422)/)
})

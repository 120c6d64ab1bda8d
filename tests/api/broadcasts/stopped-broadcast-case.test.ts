import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { listStatementsOfReasons, submitAppeal } from '#contract/moderation/statements-of-reasons.ts'
import { db } from '#server/platform/db/db.ts'
import { sendChunk, startBroadcast, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let mia: TestUser
before(async () => {
  testApp = await startBroadcastTestApp()
  mia = await signUpStaff(testApp, 'mia', 'moderator')
})
after(() => testApp.close())

const listQueue = async () => (await mia.call(listCases, { query: {} })).items

function report(who: TestUser, id: string, reason: 'threat' | 'bullying') {
  return who.call(sendReport, { body: { subject: 'content', id, reason, words: '' } })
}

test('a stop is added to the open case, and the creator gets a statement of reasons and can appeal', async () => {
  const ada = await testApp.signUpBroadcaster('ada', 19)
  const fan = await testApp.signUpMember('fan', 19)
  const { id } = await startBroadcast(ada)
  await sendChunk(ada, id, 0, 'header')
  await report(fan, id, 'bullying')
  const stop = () =>
    mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'It makes fun of a classmate.' } })
  await stop()
  await stop()
  const cases = await db.selectFrom('cases').selectAll().where('content_id', '=', id).execute()
  assert.equal(cases.length, 1)
  assert.equal(cases[0]!.closed_at, null)
  const { items } = await ada.call(listStatementsOfReasons, {})
  assert.deepEqual(
    items.map(({ action, facts, strikes, may_appeal }) => ({ action, facts, strikes, may_appeal })),
    [{ action: 'stop_broadcast', facts: 'It makes fun of a classmate.', strikes: 0, may_appeal: true }],
  )
  await ada.call(submitAppeal, {
    params: { id: items[0]!.id },
    body: { words: 'It was a joke among friends.' },
  })
  // The moderator who made the decision cannot decide the appeal, so the case is not in this moderator's queue.
  assert.deepEqual(
    (await listQueue()).filter((one) => one.id === cases[0]!.id),
    [],
  )
})

test('a stop opens a case in which a moderator decides about the recording', async () => {
  const bea = await testApp.signUpBroadcaster('bea', 19)
  const { id } = await startBroadcast(bea)
  await sendChunk(bea, id, 0, 'header')
  await mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'Shows a private address.' } })
  const found = await db
    .selectFrom('cases')
    .select(['subject', 'closed_at'])
    .where('content_id', '=', id)
    .execute()
  assert.deepEqual(found, [{ subject: 'content', closed_at: null }])
})

test('a case about a broadcast on air comes before cases with a higher priority', async () => {
  const cleo = await testApp.signUpBroadcaster('cleo', 19)
  const dora = await testApp.signUpBroadcaster('dora', 19)
  const fan = await testApp.signUpMember('reporter', 19)
  const { id: ended } = await startBroadcast(dora)
  await sendChunk(dora, ended, 0, 'header')
  const { id } = await startBroadcast(cleo)
  await sendChunk(cleo, id, 0, 'header')
  await report(fan, ended, 'threat')
  await report(fan, id, 'bullying')
  await db
    .updateTable('broadcasts')
    .set({ state: 'ended', end_reason: 'creator', ended_at: new Date() })
    .where('content_id', '=', ended)
    .execute()
  const [first, second] = await listQueue()
  assert.deepEqual([first?.on_air, first?.priority], [true, 1])
  assert.deepEqual([second?.on_air, second?.priority], [false, 0])
  const page = await mia.call(listCases, { query: { limit: 1 } })
  const next = await mia.call(listCases, { query: { limit: 1, cursor: page.next_cursor! } })
  assert.deepEqual([page.items[0]?.id, next.items[0]?.id], [first?.id, second?.id])
})

test('the audit log contains one entry per stop', async () => {
  const faye = await testApp.signUpBroadcaster('faye', 19)
  const { id } = await startBroadcast(faye)
  await sendChunk(faye, id, 0, 'header')
  const stop = () =>
    mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'Shows a private address.' } })
  await stop()
  await stop()
  const rows = await db.selectFrom('audit_log').select('entry').execute()
  const entries = rows.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
  const about = entries.filter(({ subject }) => subject === `content ${pseudonymizeForAuditLog(id)}`)
  assert.deepEqual(
    about.map(({ did, action, actor }) => [did, action, actor]),
    [['decide', 'stop_broadcast', pseudonymizeForAuditLog(mia.id)]],
  )
})

test('the list of broadcasts can be limited to one creator', async () => {
  const eva = await testApp.signUpBroadcaster('eva', 19)
  const { id } = await startBroadcast(eva)
  await sendChunk(eva, id, 0, 'header')
  const list = (creator: string) =>
    testApp.anonymousUser().call(contract.listBroadcasts, { query: { creator } })
  assert.deepEqual(
    (await list(eva.id)).items.map((one) => one.id),
    [id],
  )
  assert.deepEqual((await list(mia.id)).items, [])
})

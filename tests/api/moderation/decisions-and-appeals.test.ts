import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { postCaseAction, claimCase, decideAppeal, listCases } from '#contract/moderation/moderation-cases.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getReport, sendReport } from '#contract/moderation/reports.ts'
import {
  submitAppeal,
  getStatementOfReasons,
  listStatementsOfReasons,
} from '#contract/moderation/statements-of-reasons.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { createModerationCase } from '#tests/support/fixtures/moderation-case.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let mia: TestUser
let max: TestUser
let lea: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  max = await signUpStaff(testApp, 'max', 'moderator')
  lea = await signUpStaff(testApp, 'lea', 'safety_lead')
})
after(() => testApp.close())

const caseAbout = (contentId: string, priority = 2) => createModerationCase(ada, contentId, priority)
const caseOfPerson = (who: TestUser, priority = 2) => createModerationCase(who, undefined, priority)
const claim = (who: TestUser, id: string) => who.call(claimCase, { params: { id } })
const act = (who: TestUser, id: string, body: InputOf<typeof postCaseAction>['body']) =>
  who.call(postCaseAction, { params: { id }, body })
const statusOf = (who: TestUser, id: string) => who.fetch(`/api/content/${id}`).then(({ status }) => status)
const newest = async (who: TestUser) => (await who.call(listStatementsOfReasons, {})).items[0]!

test('the owner of a removed item sees the reasons but no media', async () => {
  const item = await createPublishedVideo(ada, { title: 'Too far' })
  await bob.call(sendReport, { body: { subject: 'content', id: item, reason: 'bullying' } })
  const { items } = await mia.call(listCases, { query: { only: 'free' } })
  const id = items.find(({ reasons }) => reasons[0] === 'bullying')!.id
  await claim(mia, id)
  await act(mia, id, { action: 'remove', rule: 'bullying', facts: 'It makes fun of a classmate.' })
  assert.deepEqual(
    [await statusOf(bob, item), await statusOf(mia, item), await statusOf(ada, item)],
    [404, 404, 200],
  )
  const stub = await ada.call(getContent, { params: { id: item } })
  assert.equal(stub.moderation, 'removed')
  assert.equal(stub.stream_url, null)
  const result = await ada.call(getStatementOfReasons, { params: { id: stub.statement_id! } })
  assert.deepEqual(
    [result.action, result.rule, result.source, result.automatic, result.facts, result.strikes, result.about],
    ['remove', 'bullying', 'reports', false, 'It makes fun of a classmate.', 1, 'Too far'],
  )
  assert.match(await expectApiError(bob.call(getStatementOfReasons, { params: { id: result.id } })), /^404/)
  const raw = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  assert.equal((await ada.fetch(`/media/${raw.playback_id}/master.m3u8`)).status, 404)
})

test('each decision can be appealed once, and another moderator decides the appeal', async () => {
  const item = await createPublishedVideo(ada)
  const id = await caseAbout(item)
  await claim(mia, id)
  await act(mia, id, { action: 'remove', rule: 'spam' })
  const { id: statement } = await newest(ada)
  const asked = await ada.call(submitAppeal, {
    params: { id: statement },
    body: { words: 'It is my own song.' },
  })
  assert.deepEqual([asked.may_appeal, asked.appeal?.outcome], [false, null])
  assert.match(
    await expectApiError(ada.call(submitAppeal, { params: { id: statement }, body: { words: 'Again' } })),
    /^409 Already appealed/,
  )
  const second = (await max.call(listCases, { query: { only: 'appeals' } })).items[0]!
  assert.match(await expectApiError(claim(mia, second.id)), /^404/)
  const open = await claim(max, second.id)
  assert.equal(open.detail?.appeal?.words, 'It is my own song.')
  await max.call(decideAppeal, {
    params: { id: open.detail!.appeal!.id },
    body: { outcome: 'reversed', answer: 'Right, sorry.' },
  })
  assert.equal(await statusOf(bob, item), 200)
  const told = await ada.call(getStatementOfReasons, { params: { id: statement } })
  assert.deepEqual(
    [told.appeal?.outcome, told.appeal?.answer, told.reversed_at !== null],
    ['reversed', 'Right, sorry.', true],
  )
  assert.match(
    await expectApiError(
      max.call(decideAppeal, { params: { id: open.detail!.appeal!.id }, body: { outcome: 'upheld' } }),
    ),
    /^409/,
  )
})

test('the database rejects an appeal decided by the moderator who made the original decision', async () => {
  const id = await caseAbout(await createPublishedVideo(ada))
  await claim(mia, id)
  await act(mia, id, { action: 'remove', rule: 'spam' })
  const { id: statement } = await newest(ada)
  await ada.call(submitAppeal, { params: { id: statement }, body: { words: 'Please' } })
  for (const decider of [mia, ada])
    await assert.rejects(
      db
        .updateTable('appeals')
        .set({ decided_by: decider.id, decided_at: new Date(), outcome: 'upheld' })
        .where('decision_id', '=', statement)
        .execute(),
      /somebody else/,
    )
})

test('an appeal can restore a removed comment', async () => {
  const item = await createPublishedVideo(ada)
  const { id: comment } = await bob.call(postComment, {
    params: { id: item },
    body: { body: 'You can do better' },
  })
  const countShown = async () =>
    (await ada.call(listComments, { params: { id: item }, query: {} })).items.length
  await ada.call(sendReport, { body: { subject: 'comment', id: comment, reason: 'bullying' } })
  const { items } = await mia.call(listCases, { query: { only: 'free' } })
  const open = items.find(({ subject }) => subject === 'comment')!
  assert.equal((await claim(mia, open.id)).detail?.comment?.body, 'You can do better')
  const held = await act(mia, open.id, { action: 'hold', rule: 'bullying' })
  assert.deepEqual([held.closed_at, held.detail?.comment?.state, await countShown()], [null, 'held', 0])
  await act(mia, open.id, { action: 'remove', rule: 'bullying' })
  const { id: statement } = await newest(bob)
  await bob.call(submitAppeal, { params: { id: statement }, body: { words: 'I meant it kindly.' } })
  const second = (await lea.call(listCases, { query: { only: 'appeals' } })).items.find(
    ({ subject }) => subject === 'comment',
  )!
  const { detail } = await claim(lea, second.id)
  await lea.call(decideAppeal, { params: { id: detail!.appeal!.id }, body: { outcome: 'reversed' } })
  assert.equal(await countShown(), 1)
})

test('when a case is closed, its reporters are told about the most serious decision', async () => {
  const item = await createPublishedVideo(ada)
  const { receipt } = await bob.call(sendReport, {
    body: { subject: 'content', id: item, reason: 'violence' },
  })
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('content_id', '=', item)
    .executeTakeFirstOrThrow()
  const told = async () => (await bob.call(getReport, { params: { receipt } })).outcome
  await claim(mia, row.id)
  await act(mia, row.id, { action: 'remove', rule: 'violence', keep_open: true })
  assert.equal(await told(), null)
  await act(mia, row.id, { action: 'warn', rule: 'violence' })
  assert.equal(await told(), 'removed')
})

test('the owner is notified of a decision, but not of a dismissed case', async () => {
  const eva = await testApp.signUpMember('eva')
  const countDecisionNotifications = async () =>
    (await eva.call(listNotifications, { query: {} })).items.filter(({ kind }) => kind === 'decision').length
  const dismissed = await caseOfPerson(eva)
  await claim(mia, dismissed)
  await act(mia, dismissed, { action: 'dismiss' })
  assert.equal(await countDecisionNotifications(), 0)
  const warned = await caseOfPerson(eva)
  await claim(mia, warned)
  await act(mia, warned, { action: 'warn', rule: 'spam' })
  assert.equal(await countDecisionNotifications(), 1)
})

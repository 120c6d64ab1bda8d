import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { postCaseAction, claimCase, decideAppeal, listCases } from '#contract/moderation/moderation-cases.ts'
import type { ModerationAction } from '#contract/moderation/moderation-policy.ts'
import { submitAppeal, listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let maker: TestUser
let young: TestUser
let mia: TestUser
let lea: TestUser
before(async () => {
  testApp = await startTestApp()
  maker = await testApp.signUpMember('maker', 17)
  young = await testApp.signUpMember('young', 15)
  mia = await staff('mia')
  lea = await staff('lea')
})
after(() => testApp.close())

async function staff(name: string): Promise<TestUser> {
  const person = await testApp.signUpMember(name, 19)
  await grantStaffRole(person.id, 'moderator')
  return person
}

async function decide(id: string, action: ModerationAction) {
  const about = { subject: 'content', contentId: id, userId: maker.id, priority: 2 } as const
  const params = { id: (await transaction((tx) => openModerationCase(tx, about))).id }
  await mia.call(claimCase, { params })
  await mia.call(postCaseAction, {
    params,
    body: { action, ...(action !== 'restore' && { rule: 'not_for_my_age', severity: 'usual' }) },
  })
}

const rate = (id: string, rating: 'all' | '16') =>
  maker.call(updateContent, { params: { id }, body: { rating } })
const ownRating = async (id: string) => {
  const { rating, rating_fixed } = await maker.call(getOwnContent, { params: { id } })
  return [rating, rating_fixed]
}
const canOpen = (id: string) =>
  young.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )

test('an owner cannot change a 16+ rating set by a moderator until the decision is reversed', async () => {
  const id = await createPublishedVideo(maker)
  await decide(id, 'rate_16')
  assert.deepEqual(await ownRating(id), ['16', true])
  assert.match(await expectApiError(rate(id, 'all')), /^409 Rated 16\+/)
  await maker.call(updateContent, { params: { id }, body: { title: 'Another title' } })
  assert.equal(await canOpen(id), false)
  await decide(id, 'restore')
  assert.deepEqual([await ownRating(id), await canOpen(id)], [['all', false], true])
})

test('a successful appeal lets the owner change the age rating again', async () => {
  const id = await createPublishedVideo(maker)
  await decide(id, 'rate_16')
  const [statement] = (await maker.call(listStatementsOfReasons, {})).items
  await maker.call(submitAppeal, { params: { id: statement!.id }, body: { words: 'It is only a storm.' } })
  const { items } = await lea.call(listCases, { query: { only: 'appeals' } })
  const { detail } = await lea.call(claimCase, { params: { id: items[0]!.id } })
  await lea.call(decideAppeal, {
    params: { id: detail!.appeal!.id },
    body: { outcome: 'reversed', answer: 'It is.' },
  })
  assert.deepEqual([await ownRating(id), await canOpen(id)], [['all', false], true])
})

test('restoring a removed video keeps the owner’s own 16+ rating', async () => {
  const id = await createPublishedVideo(maker)
  await rate(id, '16')
  await decide(id, 'remove')
  await decide(id, 'restore')
  assert.deepEqual([await ownRating(id), await canOpen(id)], [['16', false], false])
  await rate(id, 'all')
  assert.equal(await canOpen(id), true)
})

test('a moderator can prevent the owner from changing the owner’s own 16+ rating until the decision is reversed', async () => {
  const id = await createPublishedVideo(maker)
  await rate(id, '16')
  await decide(id, 'rate_16')
  assert.deepEqual([await ownRating(id), await canOpen(id)], [['16', true], false])
  await decide(id, 'restore')
  assert.deepEqual([await ownRating(id), await canOpen(id)], [['16', false], false])
})

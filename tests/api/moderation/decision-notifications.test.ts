/*
 * Tests notifications about moderation decisions, and the details that staff see about an appealed decision.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postCaseAction, claimCase, listCases } from '#contract/moderation/moderation-cases.ts'
import { listNotifications, markAllNotificationsRead } from '#contract/notifications.ts'
import { submitAppeal, listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listCasesAboutContent, submitReport } from '#tests/support/fixtures/reports.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let mia: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp()
  ;[ada, bob] = (await insertUsers(testApp, 'member', 2)) as [TestUser, TestUser]
  ;[mia, max] = (await insertUsers(testApp, 'mod', 2)) as [TestUser, TestUser]
  for (const { id } of [mia, max]) await grantStaffRole(id, 'moderator')
})
after(() => testApp.close())

const latestNotification = async () => (await ada.call(listNotifications, { query: {} })).items[0]!

type Act = Parameters<typeof mia.call<typeof postCaseAction>>[1]['body']

/** Creates an item that is held because of a report, and lets a moderator decide its case. */
async function createDecidedItem(owner: TestUser, title: string, body: Act): Promise<string> {
  const item = await createPublishedVideo(owner, { title })
  await submitReport(owner === ada ? bob : ada, item, 'threat')
  const id = (await listCasesAboutContent(item))[0]!.id
  await mia.call(claimCase, { params: { id } })
  await mia.call(postCaseAction, { params: { id }, body })
  return item
}

test('a notification about moderation decisions lists only unread decisions, newest first', async () => {
  await createDecidedItem(ada, 'My flower trick', { action: 'remove', rule: 'spam' })
  const [statement] = (await ada.call(listStatementsOfReasons, {})).items
  assert.equal(statement!.action, 'remove')
  assert.deepEqual((await latestNotification()).decisions, [
    { id: statement!.id, subject: 'content', about: 'My flower trick' },
  ])
  await createDecidedItem(ada, 'Another one', { action: 'remove', rule: 'copyright' })
  assert.deepEqual(
    (await latestNotification()).decisions.map(({ about }) => about),
    ['Another one', 'My flower trick'],
  )
  await ada.call(markAllNotificationsRead, {})
  await createDecidedItem(ada, 'The third', { action: 'approve' })
  assert.deepEqual(
    (await latestNotification()).decisions.map(({ about }) => about),
    ['The third'],
  )
})

test('staff reviewing an appeal see the reports behind the decision, and can reverse the decision only through the appeal', async () => {
  await createDecidedItem(bob, 'What was reported', { action: 'remove', rule: 'threat' })
  const [statement] = (await bob.call(listStatementsOfReasons, {})).items
  await bob.call(submitAppeal, { params: { id: statement!.id }, body: { words: 'It is a song' } })
  const [open] = (await max.call(listCases, { query: { only: 'appeals' } })).items
  const { detail } = await max.call(claimCase, { params: { id: open!.id } })
  assert.deepEqual(
    detail!.reports.map(({ reason }) => reason),
    ['threat'],
  )
  assert.ok(!detail!.may.includes('restore'))
})

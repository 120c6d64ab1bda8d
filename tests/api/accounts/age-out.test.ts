import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { listNotifications } from '#contract/notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { notifyAgedOutUsers } from '#server/privacy/age-out.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails, waitForEmail } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const declaredAgo = (who: TestUser, ago: string) =>
  sql`update private_details set age_declared_on = current_date - ${ago}::interval where user_id = ${who.id}`.execute(
    db,
  )
const bell = async (who: TestUser) =>
  (await who.call(listNotifications, { query: {} })).items.map(({ kind }) => kind)
const ageOutEmailsTo = async (who: TestUser) =>
  (await listSentEmails(testApp)).filter(
    ({ to, subject }) => to.startsWith(who.name) && /is now read-only/.test(subject),
  )

test('an account becomes read-only when its owner turns 20, and its owner is notified once', async () => {
  const gus = await testApp.signUpMember('gus_grown', 19)
  const video = await createPublishedVideo(gus, { title: 'Still to be seen' })
  const almost = await testApp.signUpMember('almost_grown', 19)
  await declaredAgo(gus, '1 year')
  await declaredAgo(almost, '11 months')
  await notifyAgedOutUsers()
  await notifyAgedOutUsers()

  await waitForEmail(testApp, 'gus_grown@example.com', 'is now read-only')
  assert.deepEqual(await bell(gus), ['turned_twenty'])
  assert.equal((await gus.call(getSession, {})).me?.is_grown, true)
  const comment = { params: { id: video }, body: { body: 'hello' } }
  assert.match(await expectApiError(gus.call(postComment, comment)), /^403 Your account is read-only/)
  assert.equal(
    (await testApp.anonymousUser().call(getContent, { params: { id: video } })).title,
    'Still to be seen',
  )

  assert.deepEqual(await bell(almost), [])
  assert.equal((await almost.call(getSession, {})).me?.is_grown, false)
  await almost.call(postComment, comment)
  assert.deepEqual([(await ageOutEmailsTo(gus)).length, (await ageOutEmailsTo(almost)).length], [1, 0])
})

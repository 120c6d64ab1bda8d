import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent, listContent } from '#contract/content/content.ts'
import { featureContent, unfeatureContent } from '#contract/moderation/featured-content.ts'
import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
let mia: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  mia = await testApp.signUpMember('mia', 19)
  await grantStaffRole(mia.id, 'moderator')
})
after(() => testApp.close())

async function logged(id: string): Promise<unknown[]> {
  const rows = await db.selectFrom('audit_log').select('entry').orderBy('id').execute()
  const entries = rows.map(
    ({ entry }) => JSON.parse(entry) as { did: string; subject?: string; actor: string },
  )
  const about = entries.filter(({ subject }) => subject === `content ${pseudonymizeForAuditLog(id)}`)
  return about.map(({ did, actor }) => [did, actor === pseudonymizeForAuditLog(mia.id)])
}

test('the audit log records when a video is featured and when it stops being featured', async () => {
  const id = await createPublishedVideo(ada)
  const params = { id }
  const isFeatured = async (who: TestUser) => (await who.call(getContent, { params })).is_featured
  await mia.call(featureContent, { params })
  await mia.call(featureContent, { params })
  assert.deepEqual([await isFeatured(testApp.anonymousUser()), await isFeatured(ada)], [true, true])
  assert.equal((await ada.call(listContent, { query: {} })).items[0]?.is_featured, true)
  await mia.call(unfeatureContent, { params })
  assert.equal(await isFeatured(testApp.anonymousUser()), false)
  assert.deepEqual(await logged(id), [
    ['feature', true],
    ['unfeature', true],
  ])
})

test('only staff can feature a video, and only if everybody can see the video', async () => {
  const id = await createPublishedVideo(ada)
  for (const who of [ada, testApp.anonymousUser()])
    for (const call of [featureContent, unfeatureContent])
      assert.match(await expectApiError(who.call(call, { params: { id } })), /^404/)
  for (const video of [
    { visibility: 'followers' },
    { moderation: 'held' },
    { status: 'processing' },
  ] as const) {
    const hidden = await createPublishedVideo(ada, video)
    assert.match(await expectApiError(mia.call(featureContent, { params: { id: hidden } })), /^404/)
    assert.deepEqual(await logged(hidden), [])
  }
})

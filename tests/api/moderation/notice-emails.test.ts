/*
 * Anybody can enter any email address in a notice. Limits prevent floods of emails about notices. The limits
 * must never stop the owner of an email address from sending a notice.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { authAndContactRateLimits } from '#contract/limits.ts'
import { noticeEmailRateLimits, noticeRateLimits } from '#contract/moderation/intimate-image-notices.ts'
import { consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { resolveReports } from '#server/moderation/reports/resolve-reports.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { sendNoticeFromIpAddress } from '#tests/support/fixtures/report-floods.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails, waitForEmail } from '#tests/support/app/sent-emails.ts'
import { listCasesAboutContent, loadContentModerationState } from '#tests/support/fixtures/reports.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { TRUST_PROXY: '127.0.0.1' } })
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

/** Counts the emails with this subject after all queued emails have been sent. */
async function sentTo(email: string, subject: string): Promise<number> {
  await resetAllRateLimits()
  const marker = `marker${Math.random()}@example.com`
  await sendNoticeFromIpAddress(testApp, '192.0.2.200', [await createPublishedVideo(ada)], { email: marker })
  await waitForEmail(testApp, marker, 'We have received your notice')
  return (await listSentEmails(testApp)).filter((one) => one.to === email && one.subject === subject).length
}

test('notices sent in a victim’s name do not block the victim’s own notices or sign-in links', async () => {
  const email = 'victim@example.com'
  const other = await createPublishedVideo(ada)
  for (let n = 1; n <= 12; n += 1)
    assert.equal(await sendNoticeFromIpAddress(testApp, `203.0.113.${n}`, [other], { email }), 201)
  const mine = await createPublishedVideo(ada)
  assert.equal(await sendNoticeFromIpAddress(testApp, '192.0.2.1', [mine], { email }), 201)
  assert.equal(await loadContentModerationState(mine), 'held')
  assert.ok(authAndContactRateLimits.emailsPerHour.most > noticeEmailRateLimits.receipts[0].most)
  assert.equal(await consumeEmailQuota(email), true, 'a link to sign in is still sent')
  assert.equal(await sentTo(email, 'We have received your notice'), noticeEmailRateLimits.receipts[0].most)
})

test('too many notices from one network are refused with a message', async () => {
  await resetAllRateLimits()
  const item = await createPublishedVideo(ada)
  for (let n = 0; n < noticeRateLimits.network.most; n += 1)
    assert.equal(await sendNoticeFromIpAddress(testApp, '192.0.2.3', [item]), 201)
  assert.equal(await sendNoticeFromIpAddress(testApp, '192.0.2.3', [item]), 429)
})

test('if notices sent in a victim’s name are dismissed as a flood, the victim gets only a few emails', async () => {
  await resetAllRateLimits()
  const email = 'named@example.com'
  const close = async (item: string, isUnseen: boolean) => {
    const [{ id } = { id: '' }] = await listCasesAboutContent(item)
    await db.updateTable('cases').set({ dismissed_unseen: isUnseen }).where('id', '=', id).execute()
    await transaction((tx) => resolveReports(tx, id, isUnseen ? 'nothing' : 'removed'))
  }
  for (let n = 1; n <= 9; n += 1) {
    const item = await createPublishedVideo(ada)
    await sendNoticeFromIpAddress(testApp, `203.0.113.${n}`, [item], { email })
    await close(item, true)
  }
  const mine = await createPublishedVideo(ada)
  await sendNoticeFromIpAddress(testApp, '192.0.2.4', [mine], { email })
  await close(mine, false)
  const { most } = noticeEmailRateLimits.unseen[0]
  assert.equal(await sentTo(email, 'Our decision about your notice'), most + 1)
})

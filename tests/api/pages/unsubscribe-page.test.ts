import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getWeeklyDigest, putWeeklyDigest } from '#contract/weekly-digest.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { sendWeeklyDigest } from '#server/notifications/digest/send-digests.ts'
import { config } from '#server/platform/config.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { follow } from '#tests/support/app/member-actions.ts'
import { confirmUserEmail, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { TestMailServer } from '#tests/support/servers/mail-server.ts'

let testApp: TestApp
const mailServer = new TestMailServer()
let reader: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  await mountPages(testApp.app)
  reader = await confirmUserEmail(await testApp.signUpMember('reader'))
})
after(async () => {
  await testApp.close()
  await mailServer.close()
})

const isOn = async () => (await reader.call(getWeeklyDigest, {})).on
const turnOn = () => reader.call(putWeeklyDigest, { body: { on: true } })

/** Receives the weekly email and returns its headers and its unsubscribe link. */
async function receiveEmail() {
  const creator = await testApp.signUpMember('creator')
  // The mail server is set after sign-up, because with a mail server, people must confirm their address
  // before they sign in.
  config.smtpUrl = await mailServer.open()
  await reader.call(putTimeZone, { body: { time_zone: 'UTC' } })
  await turnOn()
  await follow(reader, creator)
  await createPublishedVideo(creator, { title: 'Lanterns on the canal' })
  const noon = new Date()
  noon.setUTCDate(noon.getUTCDate() + ((6 - noon.getUTCDay() + 7) % 7))
  noon.setUTCHours(12, 0, 0, 0)
  await sendWeeklyDigest({ userId: reader.id }, noon)
  const letter = await mailServer.letterTo('reader@example.com', 'Your week on')
  const headers = letter.slice(0, letter.indexOf('\r\n\r\n')).replaceAll('\r\n ', ' ')
  return {
    letter,
    headers,
    link: new URL(/^List-Unsubscribe: <(\S+)>$/m.exec(headers.replaceAll('\r', ''))![1]!),
  }
}

/** Sends the request of an email client’s unsubscribe button (RFC 8058, section 3.2). */
const oneClick = (path: string) =>
  testApp.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('one click in an email client unsubscribes the recipient, but opening the unsubscribe link changes nothing', async () => {
  const { letter, headers, link } = await receiveEmail()
  assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  assert.match(headers, /^Content-Type: multipart\/alternative/m)
  assert.match(letter, /Content-Type: text\/plain[\s\S]+Content-Type: text\/html/)
  assert.equal(link.origin, 'http://localhost:3000')

  const page = await testApp.app.request(link.pathname)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Turn off the weekly email\?/)
  assert.equal(await isOn(), true)
  for (let click = 0; click < 2; click += 1) {
    const answer = await oneClick(link.pathname)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /The weekly email is off/)
    assert.equal(await isOn(), false)
  }
})

test('an invalid unsubscribe link changes nothing, and its page explains what to do', async () => {
  await turnOn()
  const answer = await oneClick(`/unsubscribe/${reader.id}.wrong`)
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /This link doesn’t work/)
  assert.equal(await isOn(), true)
})

test('the service worker controls the whole site, and browsers revalidate the service worker script', async () => {
  const response = await testApp.app.request('/service-worker.js')
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(response.headers.get('cache-control'), 'no-cache')
  assert.match(response.headers.get('content-security-policy')!, /worker-src 'self'/)
  await response.text()
})

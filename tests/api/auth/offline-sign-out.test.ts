/*
 * Tests signing out while the server is unreachable. The browser remembers the sign-out and sends it with the
 * next request.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { offlineSignOutCookieName } from '#contract/privacy/cookies.ts'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import {
  getTestCredentials,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
})
after(() => testApp.close())

/** Sets the cookie that the page sets when the sign-out request fails (web/browser-storage.ts). */
const signOutOffline = (who: TestUser) => who.cookies.set(offlineSignOutCookieName, '1')

const sessionsOf = (who: TestUser) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', who.id).execute()

test('a deferred sign-out takes effect with the next request to any path', async () => {
  for (const [at, path] of ['/api/session', '/', '/dashboard', '/api/me/content'].entries()) {
    const ada = await testApp.signUpMember(`ada_${at}`)
    const copy = testApp.anonymousUser()
    copy.cookies.set('session', ada.cookies.get('session')!)
    signOutOffline(ada)
    await (await ada.fetch(path)).text()
    assert.deepEqual(await sessionsOf(ada), [], path)
    assert.equal(await fetchUsername(copy), null, path)
    for (const cookie of ['session', offlineSignOutCookieName])
      assert.equal(ada.cookies.has(cookie), false, path)
  }
})

test('signing in again clears the deferred sign-out and keeps the new session', async () => {
  const ben = await testApp.signUpMember('ben')
  signOutOffline(ben)
  await ben.call(signIn, { body: getTestCredentials('ben') })
  assert.equal(ben.cookies.has(offlineSignOutCookieName), false)
  assert.equal((await ben.call(getSession, {})).me?.username, 'ben')
  assert.equal((await sessionsOf(ben)).length, 1)
})

test('a sign-out cookie with the value 0 does not end the session', async () => {
  const cleo = await testApp.signUpMember('cleo')
  cleo.cookies.set(offlineSignOutCookieName, '0')
  assert.equal(await fetchUsername(cleo), 'cleo')
})

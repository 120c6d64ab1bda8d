/* Somebody signs out while the server cannot be reached: the browser remembers it, and the next request carries it out. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { signedOutCookieName } from '#contract/privacy/cookie-consent.ts'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/pages.ts'
import {
  credentialsOf,
  type TestApp,
  fetchUsername,
  openTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'

let house: TestApp
before(async () => {
  house = await openTestApp()
  await mountPages(house.app)
})
after(() => house.close())

/** What the page keeps when the call fails (web/browser-storage.ts). */
const signsOutOffline = (who: TestUser) => who.cookies.set(signedOutCookieName, '1')

const sessionsOf = (who: TestUser) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', who.id).execute()

test('the next request ends the session, whichever it is, and the browser keeps neither cookie', async () => {
  for (const [at, path] of ['/api/session', '/', '/dashboard', '/api/me/content'].entries()) {
    const ada = await house.signUpMember(`ada_${at}`)
    const copy = house.stranger()
    copy.cookies.set('session', ada.cookies.get('session')!)
    signsOutOffline(ada)
    await (await ada.fetch(path)).text()
    assert.deepEqual(await sessionsOf(ada), [], path)
    assert.equal(await fetchUsername(copy), null, path)
    for (const cookie of ['session', signedOutCookieName]) assert.equal(ada.cookies.has(cookie), false, path)
  }
})

test('signing in again takes the memory away and keeps the new session', async () => {
  const ben = await house.signUpMember('ben')
  signsOutOffline(ben)
  await ben.call(signIn, { body: credentialsOf('ben') })
  assert.equal(ben.cookies.has(signedOutCookieName), false)
  assert.equal((await ben.call(getSession, {})).me?.username, 'ben')
  assert.equal((await sessionsOf(ben)).length, 1)
})

test('only a browser that says so is signed out', async () => {
  const cleo = await house.signUpMember('cleo')
  cleo.cookies.set(signedOutCookieName, '0')
  assert.equal(await fetchUsername(cleo), 'cleo')
})

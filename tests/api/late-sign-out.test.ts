/* Somebody signs out while the server cannot be reached: the browser remembers it, and the next request carries it out. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession, signIn } from '#contract/accounts.ts'
import { signedOutCookie } from '#contract/cookie-choice.ts'
import { db } from '#server/platform/db/db.ts'
import { addPages } from '#server/platform/pages.ts'
import { credentials, type House, nameOf, openHouse, type Person } from '../support/house.ts'

let house: House
before(async () => {
  house = await openHouse()
  await addPages(house.app)
})
after(() => house.close())

/** What the page keeps when the call fails (web/keep.ts). */
const signsOutOffline = (who: Person) => who.cookies.set(signedOutCookie, '1')

const sessionsOf = (who: Person) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', who.id).execute()

test('the next request ends the session, whichever it is, and the browser keeps neither cookie', async () => {
  for (const [at, path] of ['/api/session', '/', '/dashboard', '/api/me/content'].entries()) {
    const ada = await house.joins(`ada_${at}`)
    const copy = house.stranger()
    copy.cookies.set('session', ada.cookies.get('session')!)
    signsOutOffline(ada)
    await (await ada.fetch(path)).text()
    assert.deepEqual(await sessionsOf(ada), [], path)
    assert.equal(await nameOf(copy), null, path)
    for (const cookie of ['session', signedOutCookie]) assert.equal(ada.cookies.has(cookie), false, path)
  }
})

test('signing in again takes the memory away and keeps the new session', async () => {
  const ben = await house.joins('ben')
  signsOutOffline(ben)
  await ben.call(signIn, { body: credentials('ben') })
  assert.equal(ben.cookies.has(signedOutCookie), false)
  assert.equal((await ben.call(getSession, {})).me?.username, 'ben')
  assert.equal((await sessionsOf(ben)).length, 1)
})

test('only a browser that says so is signed out', async () => {
  const cleo = await house.joins('cleo')
  cleo.cookies.set(signedOutCookie, '0')
  assert.equal(await nameOf(cleo), 'cleo')
})

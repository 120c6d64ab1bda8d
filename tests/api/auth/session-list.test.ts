import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn, signOut } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import { liveUpdateTimings } from '#contract/live-update-limits.ts'
import { deleteAllSessions, deleteSession, listSessions } from '#contract/auth/sessions.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { endSessionsForAccount } from '#server/auth/active-sessions.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToLiveUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  // No queue worker runs in this test file. Scheduled work therefore happens only when a test triggers it.
  testApp = await startTestApp()
})
after(() => testApp.close())

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

async function onPhone(name: string): Promise<TestUser> {
  const there = testApp.anonymousUser()
  const body = JSON.stringify({ email: `${name}@example.com`, password: validPassword })
  const headers = { 'content-type': 'application/json', 'user-agent': phone }
  assert.equal((await there.fetch('/api/session', { method: 'POST', body, headers })).status, 200)
  return there
}
const listed = async (who: TestUser) => (await who.call(listSessions, {})).items

test('the session list shows a short device name for each session, and no IP address is stored', async () => {
  const una = await testApp.signUpMember('una_lists')
  await onPhone('una_lists')
  const credentials = { email: 'una_lists@example.com', password: validPassword }
  await testApp.anonymousUser().call(createAccessToken, { body: { grant_type: 'password', ...credentials } })
  await testApp.signUpMember('somebody_else')
  const items = await listed(una)
  assert.deepEqual(
    items.map(({ device, is_current, is_program }) => [device, is_current, is_program]).toSorted(),
    [
      [null, false, true],
      [null, true, false],
      ['Safari on iPhone', false, false],
    ].toSorted(),
  )
  assert.equal(items[0]!.is_current, true, 'the one that asks stands first')
  const rows = await db.selectFrom('sessions').select(['user_agent', 'ip_address']).execute()
  for (const { user_agent, ip_address } of rows) {
    assert.equal(ip_address, null)
    assert.ok((user_agent ?? '').length < 30)
  }
})

test('users can end their own sessions from another browser, but not other users’ sessions', async () => {
  const vera = await testApp.signUpMember('vera_ends')
  const there = await onPhone('vera_ends')
  const eve = await testApp.signUpMember('eve_ends')
  const { id } = (await listed(vera)).find(({ is_current: here }) => !here)!
  await eve.call(deleteSession, { params: { id } })
  assert.ok((await there.call(getSession, {})).me)
  await vera.call(deleteSession, { params: { id } })
  await vera.call(deleteSession, { params: { id } })
  assert.equal((await there.call(getSession, {})).me, null)
  assert.ok((await vera.call(getSession, {})).me)
})

test('signing out everywhere ends all sessions of the user', async () => {
  const wim = await testApp.signUpMember('wim_ends')
  const there = await onPhone('wim_ends')
  const credentials = { email: 'wim_ends@example.com', password: validPassword }
  const { access_token } = await testApp
    .anonymousUser()
    .call(createAccessToken, { body: { grant_type: 'password', ...credentials } })
  await wim.call(deleteAllSessions, {})
  for (const one of [wim, there]) assert.equal((await one.call(getSession, {})).me, null)
  const response = await testApp
    .anonymousUser()
    .fetch('/api/me/sessions', { headers: { authorization: `Bearer ${access_token}` } })
  assert.equal(response.status, 401)
  assert.match(await expectApiError(testApp.anonymousUser().call(listSessions, {})), /^401/)
  await testApp.anonymousUser().call(signIn, { body: credentials })
})

test('live updates stop within ten seconds after the session ends', async (t) => {
  assert.ok(liveUpdateTimings.recheck <= 10_000)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const xena = await testApp.signUpMember('xena_ends')
  const there = await onPhone('xena_ends')
  const reader = (await there.fetch(notificationEventsPath))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  await reader.read()
  const { id } = (await listed(xena)).find(({ is_current: here }) => !here)!
  await xena.call(deleteSession, { params: { id } })
  t.mock.timers.tick(liveUpdateTimings.recheck)
  let received = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) received += piece.value
  assert.match(received, /event: gone/)
})

test('live notification updates stop within ten seconds after the user signs out', async (t) => {
  const person = await testApp.signUpMember('zora_leaves')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const listener = await listenToLiveUpdates(person, notificationEventsPath)
  await person.call(signOut, {})
  const gone = listener.next('gone')
  t.mock.timers.tick(10_000)
  await gone
  await listener.ended
})

test('the server keeps running after a live-update connection is aborted', async (t) => {
  const person = await testApp.signUpMember('yann_leaves')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const early = new AbortController()
  early.abort()
  for (const init of [{}, { signal: early.signal }]) {
    const response = await person.fetch(notificationEventsPath, init)
    await response.body!.cancel()
    // If a timer were still writing to the closed connection, advancing the clock would crash the process.
    t.mock.timers.tick(60_000)
  }
  const cut = await person.fetch(notificationEventsPath)
  const reader = cut.body!.getReader()
  await reader.read()
  await reader.cancel()
  t.mock.timers.tick(60_000)
})

test('the operator can end the sessions of one user or of all users', async () => {
  const [kim, lou] = [await testApp.signUpMember('kim_ends'), await testApp.signUpMember('lou_stays')]
  assert.equal(await endSessionsForAccount('KIM_ends@example.com'), 1)
  const who = async (person: TestUser) => (await person.call(getSession, {})).me?.username
  assert.deepEqual([await who(kim), await who(lou)], [undefined, 'lou_stays'])
  assert.ok((await endSessionsForAccount('everybody')) >= 1)
  assert.equal(await who(lou), undefined)
})

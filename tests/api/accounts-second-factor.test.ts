/* A second step at signing in, for who wants one: nothing opens with one proof alone, and no code opens twice. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { signIn, signOut } from '#contract/accounts.ts'
import { guessing } from '#contract/limits.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getHalfway,
  getSecondFactor,
  newRecoveryCodes,
  signInByCode,
} from '#contract/second-factor.ts'
import { askSignInLink, createToken, signInByLink } from '#contract/sign-in.ts'
import { count } from '#server/accounts/guesses.ts'
import { cookieOf } from '#server/accounts/cookie.ts'
import { enterByProvider } from '#server/accounts/social.ts'
import { sweepSignIns } from '#server/accounts/sweep.ts'
import { db } from '#server/platform/db/db.ts'
import { codeFor } from '../support/authenticator.ts'
import {
  confirmed,
  credentials,
  goodPassword,
  type House,
  nameOf,
  openHouse,
  type Person,
} from '../support/house.ts'
import { letterTo, linkIn } from '../support/letters.ts'
import { refused } from '../support/refused.ts'

let house: House
before(async () => {
  house = await openHouse({ working: true })
})
after(() => house.close())

const needed = '403 One more step / Enter the code of your authenticator app, or a recovery code.'
const wrong = '422 Sign In Failed / This code is not right, or was used already. Wait for the next one.'

/** Turns it on with the code of half a minute ago, so that those of now and of the next half minute are still to be used. */
async function secured(name: string, age = 16) {
  const person = await house.joins(name, age)
  const { secret, url } = await person.call(beginSecondFactor, { body: {} })
  const body = { code: await codeFor(secret, -1) }
  const { recovery_codes } = await person.call(confirmSecondFactor, { body })
  return { person, secret, url, recovery_codes }
}

/** A browser that has given the password and waits for the code. */
async function halfway(name: string): Promise<Person> {
  const browser = house.stranger()
  assert.equal(await refused(browser.call(signIn, { body: credentials(name) })), needed)
  return browser
}

const enter = (who: Person, code: string) => who.call(signInByCode, { body: { code } })

test('once a code has confirmed it, signing in asks for one; each code opens once, and none that is older', async () => {
  const { person, secret, url } = await secured('ada')
  assert.match(url, new RegExp(`^otpauth://totp/Afterbell:ada\\?secret=${secret}&issuer=Afterbell`))
  const state = await person.call(getSecondFactor, {})
  assert.deepEqual([state.on_since !== null, state.recovery_left, state.advised], [true, 10, false])
  await letterTo(house, 'ada@example.com', 'asks for a code now')

  const browser = await halfway('ada')
  assert.deepEqual([await nameOf(browser), browser.cookies.has('session')], [null, false])
  assert.deepEqual(await browser.call(getHalfway, {}), { waiting: true })
  assert.equal(await refused(enter(browser, '000000')), wrong)
  const code = await codeFor(secret)
  assert.equal((await enter(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).me?.username, 'ada')
  assert.equal(await nameOf(browser), 'ada')
  assert.deepEqual(await browser.call(getHalfway, {}), { waiting: false })

  const second = await halfway('ada')
  assert.equal(await refused(enter(second, code)), wrong, 'the same again')
  assert.equal(await refused(enter(second, await codeFor(secret, -1))), wrong, 'an older one')
  assert.equal((await enter(second, await codeFor(secret, 1))).me?.username, 'ada', 'the next one')
})

test('of twenty who send one code at once, one gets in', async () => {
  const { secret } = await secured('race')
  const browser = await halfway('race')
  const code = await codeFor(secret)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => {
      const copy = house.stranger()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return enter(copy, code)
    }),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('what was waited with can’t be used again, ends after five wrong codes, after ten minutes, and with a new password', async () => {
  const { person, secret } = await secured('ben')
  const browser = await halfway('ben')
  const copy = house.stranger()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  await enter(browser, await codeFor(secret))
  assert.match(
    await refused(enter(copy, await codeFor(secret, 1))),
    /please sign in again|Please sign in again/,
  )

  const guesser = await halfway('ben')
  for (let at = 0; at < 5; at += 1) assert.equal(await refused(enter(guesser, `00000${at}`)), wrong)
  assert.match(await refused(enter(guesser, await codeFor(secret, 1))), /Please sign in again/)

  const late = await halfway('ben')
  await db.updateTable('halfway').set({ expires_at: new Date() }).execute()
  assert.match(await refused(enter(late, await codeFor(secret, 1))), /Please sign in again/)
  await sweepSignIns()
  assert.deepEqual(await db.selectFrom('halfway').selectAll().execute(), [])

  await db.deleteFrom('guesses').execute()
  for (let at = 0; at < guessing.code.most; at += 1) await count(['code', person.id])
  const tenth = await halfway('ben')
  assert.match(await refused(enter(tenth, await codeFor(secret, 1))), /^429 Take a break/)
  await db.deleteFrom('guesses').execute()
})

test('ten recovery codes open once each, however they are typed, and new ones replace them', async () => {
  const { person, recovery_codes } = await secured('cleo')
  assert.equal(new Set(recovery_codes).size, 10)
  for (const code of recovery_codes) assert.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/)
  const kept = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
  assert.ok(!recovery_codes.some((code) => kept.includes(code) || kept.includes(code.replaceAll('-', ''))))

  const [first, second] = recovery_codes as [string, string]
  await enter(await halfway('cleo'), first.toUpperCase().replaceAll('-', ' '))
  await letterTo(house, 'cleo@example.com', 'recovery code was used')
  assert.equal(await refused(enter(await halfway('cleo'), first)), wrong)
  assert.equal((await person.call(getSecondFactor, {})).recovery_left, 9)
  const anew = await person.call(newRecoveryCodes, { body: {} })
  assert.equal(await refused(enter(await halfway('cleo'), second)), wrong)
  await enter(await halfway('cleo'), anew.recovery_codes[0]!)
  await letterTo(house, 'cleo@example.com', 'New recovery codes')
})

test('after the site key was replaced an app code is wrong, not an error, and a recovery code still works', async () => {
  const { person, recovery_codes } = await secured('zora')
  await db
    .updateTable('second_factors')
    .set({ secret: 'of-another-key' })
    .where('user_id', '=', person.id)
    .execute()
  const waiting = await halfway('zora')
  assert.equal(await refused(enter(waiting, '123456')), wrong)
  await enter(waiting, recovery_codes[0]!)
})

test('a mailed link, a program and Google are one proof: the code is asked for all the same', async () => {
  const { person, secret } = await secured('dora')
  await confirmed(person)
  await house.stranger().call(askSignInLink, { body: { email: 'dora@example.com' } })
  const link = linkIn(await letterTo(house, 'dora@example.com', 'sign-in link'))
  const token = link.searchParams.get('token')!
  const browser = house.stranger()
  assert.equal(await refused(browser.call(signInByLink, { body: { token } })), needed)
  assert.equal(await nameOf(browser), null)
  assert.match(
    await refused(house.stranger().call(signInByLink, { body: { token } })),
    /^422 /,
    'it is spent',
  )
  await enter(browser, await codeFor(secret))
  assert.equal(await nameOf(browser), 'dora')

  const grant = { grant_type: 'password' as const, ...credentials('dora') }
  assert.equal(await refused(house.stranger().call(createToken, { body: grant })), needed)
  const guess = { ...grant, code: '000000' }
  assert.equal(await refused(house.stranger().call(createToken, { body: guess })), wrong)
  const right = { ...grant, code: await codeFor(secret, 1) }
  assert.equal((await house.stranger().call(createToken, { body: right })).user.username, 'dora')

  // What the account library answers who comes back from Google: a session of its own, put into a cookie.
  const comesBack = async (userId: string, made: string) => {
    const expires_at = new Date(Date.now() + 3600_000)
    await db
      .insertInto('sessions')
      .values({ user_id: userId, token: null, token_hash: made, expires_at })
      .execute()
    const headers = { location: '/music', 'set-cookie': cookieOf({ token: made, remembered: true }) }
    const own = await enterByProvider(new Response(null, { status: 302, headers }), new Headers())
    const left = await db.selectFrom('sessions').select('id').where('token_hash', '=', made).execute()
    assert.deepEqual(left, [], 'the library’s session is over')
    const names = own.headers.getSetCookie().map((line) => line.split('=', 1)[0])
    return { location: own.headers.get('location'), names }
  }
  assert.deepEqual(await comesBack(person.id, 'of-the-library-1'), {
    location: '/login/code?next=%2Fmusic',
    names: ['halfway'],
  })
  const gus = await house.joins('gus')
  const plain = await comesBack(gus.id, 'of-the-library-2')
  assert.deepEqual(plain, { location: '/music', names: ['session', 'device'] }, 'without a code, straight on')
})

test('turning it on ends other sessions and asks nothing before it is confirmed; off needs the password', async () => {
  const erin = await house.joins('erin')
  const other = house.stranger()
  await other.call(signIn, { body: credentials('erin') })
  const { secret } = await erin.call(beginSecondFactor, { body: {} })
  const kept = await db.selectFrom('second_factors').selectAll().where('user_id', '=', erin.id).execute()
  assert.ok(!JSON.stringify(kept).includes(secret) && kept[0]!.secret.length > 60, 'sealed at rest')
  await house.stranger().call(signIn, { body: credentials('erin') })
  assert.equal(await refused(erin.call(confirmSecondFactor, { body: { code: '000000' } })), wrong)
  await erin.call(confirmSecondFactor, { body: { code: await codeFor(secret) } })
  assert.deepEqual([await nameOf(erin), await nameOf(other)], ['erin', null])
  assert.match(await refused(erin.call(beginSecondFactor, { body: {} })), /^409 Already on/)

  assert.match(await refused(erin.call(endSecondFactor, { body: {} })), /^422 .*current password/)
  const guess = { current_password: 'not-the-one' }
  assert.match(await refused(erin.call(endSecondFactor, { body: guess })), /^422 .*not right/)
  await erin.call(endSecondFactor, { body: { current_password: goodPassword } })
  await letterTo(house, 'erin@example.com', 'asks for no code any more')
  await house.stranger().call(signIn, { body: credentials('erin') })
})

test('an old sign-in gives the password first; who has none signs in anew', async () => {
  const finn = await house.joins('finn')
  await sql`update sessions set created_at = now() - interval '16 minutes' where user_id = ${finn.id}`.execute(
    db,
  )
  assert.match(await refused(finn.call(beginSecondFactor, { body: {} })), /^422 .*current password/)
  await finn.call(beginSecondFactor, { body: { current_password: goodPassword } })
  await db.deleteFrom('sign_in_methods').where('user_id', '=', finn.id).execute()
  assert.match(await refused(finn.call(beginSecondFactor, { body: {} })), /^403 Sign in again/)
})

test('who has lost phone and codes is let in by the operator, who leaves a row in the audit log', async () => {
  const { person } = await secured('hana')
  const env = { ...process.env, DATABASE_URL: house.databaseUrl, DATA_DIR: house.dataDir }
  const bin = join(import.meta.dirname, '../../bin/admin.ts')
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [bin, 'reset-two-factor', 'hana@example.com'], { env })
  assert.match(stdout, /asks hana@example.com for the password alone now/)
  assert.equal(await nameOf(person), null)
  await person.call(signIn, { body: credentials('hana') })
  await letterTo(house, 'hana@example.com', 'asks for no code any more')
  const log = await db.selectFrom('audit_log').select('entry').execute()
  assert.ok(log.some(({ entry }) => entry.includes('second factor reset') && !entry.includes('hana')))
  await person.call(signOut, {})
})

test('staff are advised to have it', async () => {
  const { person } = await secured('iris', 19)
  await db
    .updateTable('users')
    .set({ role: 'moderator', email_verified: true })
    .where('id', '=', person.id)
    .execute()
  assert.equal((await person.call(getSecondFactor, {})).advised, true)
})

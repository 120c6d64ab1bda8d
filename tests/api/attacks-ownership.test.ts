/*
 * A stranger joins with somebody else's address and waits for its owner to confirm it. Whatever proves the mailbox must leave the
 * stranger nothing: no password, passkey, second factor, session or role.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getPasswordReset, getSession, resetPassword, signIn, signUp } from '#contract/accounts.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, signInByPasskey } from '#contract/passkeys.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/second-factor.ts'
import {
  askSignInLink,
  confirmEmail,
  createToken,
  getEmailConfirmation,
  signInByLink,
} from '#contract/sign-in.ts'
import { forgotPassword } from '#contract/accounts.ts'
import { setRole } from '#server/moderation/roles.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { codeFor } from '../support/authenticator.ts'
import { comesByGoogle } from '../support/google.ts'
import { goodPassword, type House, nameOf, openHouse, type Person } from '../support/house.ts'
import { letterTo, linkIn } from '../support/letters.ts'
import { Postbox } from '../support/postbox.ts'
import { SoftPasskey } from '../support/passkey.ts'
import { refused } from '../support/refused.ts'

const admin = 'boss@example.com'
const owners = 'the-owners-own-44'
const postbox = new Postbox()
let house: House
let smtpUrl: string
before(async () => {
  smtpUrl = await postbox.open()
  house = await openHouse({
    working: true,
    env: {
      SMTP_URL: smtpUrl,
      ADMIN_EMAIL: admin,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  })
})
after(async () => {
  await house.close()
  await postbox.close()
})

/** Runs `story` as on a site without a mail server. */
async function withoutSmtp(story: () => Promise<void>) {
  Object.assign(config, { smtpUrl: undefined })
  try {
    await story()
  } finally {
    Object.assign(config, { smtpUrl })
  }
}

async function strangerJoins(name: string, email = `${name}@example.com`, age = 16): Promise<Person> {
  const stranger = house.stranger()
  await stranger.call(signUp, {
    body: { full_name: 'Some Stranger', email, age, username: name, password: goodPassword, terms: true },
  })
  return stranger
}

const signsIn = (email: string, password: string, who = house.stranger()) =>
  who.call(signIn, { body: { email, password } })
const tokenOf = (link: URL) => link.searchParams.get('token')!
const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const keptLink = async (email: string, subject: string) => linkIn(await letterTo(house, email, subject))
const refusedSignIn = /^401 Sign In Failed/

test('opening the confirmation link changes nothing, and the press makes the account the owner’s', async () => {
  const stranger = await strangerJoins('boss', admin)
  const link = await postbox.linkTo(admin, 'Confirm')
  // A mail scanner, or the curious owner.
  for (let times = 0; times < 2; times += 1) await house.stranger().fetch(link.pathname + link.search)
  assert.match(await refused(signsIn(admin, goodPassword, stranger)), /^403 .*confirm your email/)
  assert.deepEqual([(await userOf(admin)).email_verified, (await userOf(admin)).role], [false, 'user'])

  const owner = house.stranger()
  const token = tokenOf(link)
  assert.deepEqual(await owner.call(getEmailConfirmation, { query: { token } }), {
    email: admin,
    username: 'boss',
    asks_password: true,
  })
  const confirms = (body: { password?: string; new_password?: string }) =>
    owner.call(confirmEmail, { body: { token, ...body } })
  assert.match(await refused(confirms({})), /Enter the password you joined with/)
  assert.match(await refused(confirms({ password: 'a-guess-of-mine' })), /not the password you joined with/)
  assert.equal((await userOf(admin)).email_verified, false)
  const { me } = await confirms({ new_password: owners })
  assert.deepEqual([me?.email, me?.email_confirmed, me?.role], [admin, true, 'admin'])
  assert.match(await refused(confirms({ new_password: owners })), /expired or was used/)

  assert.match(await refused(signsIn(admin, goodPassword, stranger)), refusedSignIn)
  const grant = { grant_type: 'password', email: admin, password: goodPassword } as const
  assert.match(await refused(house.stranger().call(createToken, { body: grant })), refusedSignIn)
  await signsIn(admin, owners)
})

test('in the browser that joined, one press confirms and keeps the password; so does the password elsewhere', async () => {
  const ann = await strangerJoins('ann')
  const token = tokenOf(await postbox.linkTo('ann@example.com', 'Confirm'))
  const { asks_password } = await ann.call(getEmailConfirmation, { query: { token } })
  assert.equal(asks_password, false)
  assert.equal((await ann.call(confirmEmail, { body: { token } })).me?.email_confirmed, true)
  await signsIn('ann@example.com', goodPassword)

  await strangerJoins('bob')
  const bobs = tokenOf(await postbox.linkTo('bob@example.com', 'Confirm'))
  const body = { token: bobs, password: goodPassword }
  assert.equal((await house.stranger().call(confirmEmail, { body })).me?.username, 'bob')
  await signsIn('bob@example.com', goodPassword)

  // A browser that has just typed the right password is as good as the one that joined.
  await strangerJoins('cat')
  const laptop = house.stranger()
  assert.match(await refused(signsIn('cat@example.com', goodPassword, laptop)), /^403 /)
  const cats = tokenOf(await postbox.linkTo('cat@example.com', 'Confirm'))
  assert.equal((await laptop.call(confirmEmail, { body: { token: cats } })).me?.username, 'cat')
  await signsIn('cat@example.com', goodPassword)
})

/** All that somebody can set up in an account whose address nobody has confirmed. */
async function settlesIn(name: string) {
  const stranger = await strangerJoins(name)
  const options = await stranger.call(beginPasskey, { body: {} })
  const key = new SoftPasskey()
  await stranger.call(addPasskey, { body: { name: 'Mine', credential: key.create(options) } })
  const { secret } = await stranger.call(beginSecondFactor, { body: {} })
  await stranger.call(confirmSecondFactor, { body: { code: await codeFor(secret) } })
  assert.equal(await nameOf(stranger), name)
  return { stranger, key, email: `${name}@example.com` }
}

async function isShutOut({ stranger, key, email }: Awaited<ReturnType<typeof settlesIn>>) {
  assert.equal(await nameOf(stranger), null, 'the session is over')
  assert.match(await refused(signsIn(email, goodPassword)), refusedSignIn)
  const browser = house.stranger()
  const asked = await browser.call(beginPasskeySignIn, {})
  const entering = browser.call(signInByPasskey, { body: { credential: key.get(asked) } })
  assert.match(await refused(entering), /^401 Sign In Failed/)
  const { id } = await userOf(email)
  for (const table of ['passkeys', 'second_factors', 'recovery_codes', 'halfway'] as const)
    assert.deepEqual(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute(), [], table)
}

test('without a mail server, a sign-in link ends what a stranger had set up', () =>
  withoutSmtp(async () => {
    const settled = await settlesIn('dora')
    await house.stranger().call(askSignInLink, { body: { email: settled.email } })
    const token = tokenOf(await keptLink(settled.email, 'sign-in link'))
    const owner = house.stranger()
    const { me, password_removed } = await owner.call(signInByLink, { body: { token } })
    assert.deepEqual([me?.username, me?.email_confirmed, password_removed], ['dora', true, true])
    await isShutOut(settled)
    assert.equal(await nameOf(owner), 'dora')
  }))

test('a password reset of an unconfirmed address confirms it and ends what a stranger had set up', () =>
  withoutSmtp(async () => {
    const settled = await settlesIn('eva')
    await house.stranger().call(forgotPassword, { body: { email: settled.email } })
    const token = tokenOf(await keptLink(settled.email, 'A new password'))
    const owner = house.stranger()
    const also = await owner.call(getPasswordReset, { query: { token } })
    assert.deepEqual(also, { passkeys: 0, second_factor: false }, 'nothing of the stranger’s can be kept')
    await owner.call(resetPassword, { body: { token, password: owners, keep_passkeys: true } })
    await isShutOut(settled)
    assert.equal((await signsIn(settled.email, owners)).me.email_confirmed, true)
  }))

test('a password reset of a confirmed address ends passkeys unless they are kept, and leaves the second factor on', () =>
  withoutSmtp(async () => {
    for (const keep_passkeys of [true, false]) {
      const name = keep_passkeys ? 'fay' : 'fred'
      const { key, email } = await settlesIn(name)
      await db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
      await house.stranger().call(forgotPassword, { body: { email } })
      const token = tokenOf(await keptLink(email, 'A new password'))
      const also = await house.stranger().call(getPasswordReset, { query: { token } })
      assert.deepEqual(also, { passkeys: 1, second_factor: true })
      await house.stranger().call(resetPassword, { body: { token, password: owners, keep_passkeys } })
      assert.match(await refused(signsIn(email, owners)), /^403 One more step/)
      const browser = house.stranger()
      const asked = await browser.call(beginPasskeySignIn, {})
      const entering = browser.call(signInByPasskey, { body: { credential: key.get(asked) } })
      if (keep_passkeys) await entering
      else assert.match(await refused(entering), /^401 /)
    }
  }))

test('Google never joins an account whose address is not confirmed here, nor confirms it for the stranger in it', async () => {
  const email = 'gus@example.com'
  await strangerJoins('gus')
  assert.equal(await nameOf(await comesByGoogle(house, email)), null)
  const { id, email_verified } = await userOf(email)
  assert.equal(email_verified, false)
  const methods = () =>
    db.selectFrom('sign_in_methods').select('provider_id').where('user_id', '=', id).execute()
  assert.deepEqual(await methods(), [{ provider_id: 'credential' }])
  assert.match(await refused(signsIn(email, goodPassword)), /^403 /)

  const token = tokenOf(await postbox.linkTo(email, 'Confirm'))
  await house.stranger().call(confirmEmail, { body: { token, new_password: owners } })
  assert.equal(await nameOf(await comesByGoogle(house, email)), 'gus', 'once it is confirmed, it does')
  assert.match(await refused(signsIn(email, goodPassword)), refusedSignIn)
})

test('roles are given to confirmed addresses only, and one on an unconfirmed address gives no rights', () =>
  withoutSmtp(async () => {
    const stranger = await strangerJoins('hal', 'hal@example.com', 19)
    for (const role of ['admin', 'safety_lead', 'moderator'] as const) {
      const said = await setRole('hal@example.com', role)
      assert.equal(said.isGood, false)
      assert.match(said.text, /has not confirmed/)
    }
    assert.equal((await userOf('hal@example.com')).role, 'user')
    await db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'hal@example.com').execute()
    assert.equal((await stranger.call(getSession, {})).me?.role, 'user')
    assert.equal((await stranger.fetch('/api/mod/cases')).status, 404)
    await db
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', 'hal@example.com')
      .execute()
    assert.equal((await stranger.fetch('/api/mod/cases')).status, 200)
  }))

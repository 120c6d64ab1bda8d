import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { changePassword } from '#contract/auth/passwords.ts'
import { requestSignInLink, confirmEmail, signInWithLink } from '#contract/auth/sign-in.ts'
import { sendContactMessage } from '#contract/contact/contact-form.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { TestMailServer } from '#tests/support/servers/mail-server.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

const mailServer = new TestMailServer()
let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true, env: { SMTP_URL: await mailServer.open() } })
})
after(async () => {
  await testApp.close()
  await mailServer.close()
})

const join = (name: string) =>
  testApp.anonymousUser().call(signUp, {
    body: {
      full_name: 'Ada L',
      email: `${name}@example.com`,
      age: 16,
      username: name,
      password: validPassword,
      terms: true,
    },
  })

test('if a mail server is configured, users must confirm their email address before they can sign in', async () => {
  assert.deepEqual(await join('ada'), { signed_in: false, shown_as: 'minor_username' })
  const ada = testApp.anonymousUser()
  const sign = () => ada.call(signIn, { body: { email: 'ada@example.com', password: validPassword } })
  assert.match(await expectApiError(sign()), /^403 Sign In Failed \/ Please confirm your email first/)
  const token = (await mailServer.linkTo('ada@example.com')).searchParams.get('token')!
  await testApp.anonymousUser().call(confirmEmail, { body: { token, password: validPassword } })
  await sign()
  assert.equal((await ada.call(getSession, {})).me?.email_confirmed, true)
})

test('people stay signed in if they confirm their address in the browser they signed up with', async () => {
  const eva = testApp.anonymousUser()
  const body = { full_name: 'Eva E', age: 16, password: validPassword, terms: true as const }
  await eva.call(signUp, { body: { ...body, email: 'eva@example.com', username: 'eva' } })
  const token = (await mailServer.linkTo('eva@example.com')).searchParams.get('token')!
  await eva.call(confirmEmail, { body: { token } })
  const { id } = (await eva.call(getSession, {})).me!
  const session = await db.selectFrom('sessions').selectAll().where('user_id', '=', id).executeTakeFirst()
  assert.equal(session?.remembered, true)
})

test('signing in with an emailed link confirms the address and removes a password set before the confirmation', async () => {
  await join('lin')
  await mailServer.letterTo('lin@example.com')
  mailServer.letters.length = 0
  await testApp.anonymousUser().call(requestSignInLink, { body: { email: 'lin@example.com' } })
  const link = new URL(/http:\S+/.exec(await mailServer.letterTo('lin@example.com'))![0])
  const lin = testApp.anonymousUser()
  const body = { token: link.searchParams.get('token')! }
  const { me, password_removed } = await lin.call(signInWithLink, { body })
  assert.deepEqual([me?.username, me?.email_confirmed, password_removed], ['lin', true, true])
  const credentials = { email: 'lin@example.com', password: validPassword }
  assert.match(
    await expectApiError(testApp.anonymousUser().call(signIn, { body: credentials })),
    /^401 Sign In Failed/,
  )
  await lin.call(changePassword, { body: { password: 'kayak-lantern-43' } })
  await testApp.anonymousUser().call(signIn, { body: { ...credentials, password: 'kayak-lantern-43' } })
})

test('signing up with a registered address does not reveal that it is registered, but its owner gets an email', async () => {
  await join('grace')
  await mailServer.letterTo('grace@example.com')
  mailServer.letters.length = 0
  const again = {
    full_name: 'Mallory M',
    email: 'grace@example.com',
    age: 16,
    username: 'mallory',
    password: validPassword,
    terms: true as const,
  }
  const response = await testApp.anonymousUser().call(signUp, { body: again })
  assert.deepEqual(response, { signed_in: false, shown_as: 'minor_username' })
  assert.match(await mailServer.letterTo('grace@example.com'), /You already have a/)
})

test('the confirmation email is sent once the mail server recovers from an outage', async () => {
  const turnedAway = new Promise<void>((resolve) => (mailServer.turnedAway = resolve))
  mailServer.isHidden = true
  assert.deepEqual(await join('late'), { signed_in: false, shown_as: 'minor_username' })
  await turnedAway
  mailServer.isHidden = false
  assert.match(await mailServer.letterTo('late@example.com'), /Confirm your email/)
})

test('the contact form emails the contact mailbox and sends the sender a receipt', async () => {
  await testApp.anonymousUser().call(sendContactMessage, {
    body: {
      firstName: 'Eve"\r\nBcc: everybody@example.com\r\n',
      lastName: 'Ünal <x@example.com>',
      email: 'eve@example.com',
      subject: 'Partnership Opportunity',
      message: 'Let us talk.',
    },
  })
  const sentEmail = await mailServer.letterTo('hello@localhost')
  const head = sentEmail.slice(0, sentEmail.indexOf('\r\n\r\n'))
  assert.match(head, /^Reply-To: .*<eve@example\.com>\r?$/m)
  assert.doesNotMatch(head, /^(Bcc|Cc):/im)
  assert.match(sentEmail, /Let us talk\./)
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  contactSubjects,
  contactRateLimits,
  accountDeletionSubject,
  sendContactMessage,
} from '#contract/contact/contact-form.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { submitContactMessage } from '#server/contact/contact.ts'
import { db, pool } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { waitForEmail } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true, env: { CONTACT_EMAIL: 'hello@example.org' } })
})
after(() => testApp.close())

const form = (over: object = {}) => ({
  body: {
    firstName: 'Nora',
    lastName: 'Nosey',
    email: 'Nora@Example.com',
    subject: 'Press & Media' as const,
    message: 'May I write about you?',
    ...over,
  },
})

test('the contact form stores a message, forwards it to the contact mailbox and sends the sender a receipt', async () => {
  const response = await testApp.anonymousUser().call(sendContactMessage, form({ topic: 'safety-help' }))
  assert.deepEqual(response, { deletion: null })
  const row = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('email', '=', 'nora@example.com')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.first_name, row.last_name, row.subject, row.topic, row.message, row.user_id],
    ['Nora', 'Nosey', 'Press & Media', 'safety-help', 'May I write about you?', null],
  )
  const sentEmail = await waitForEmail(testApp, 'hello@example.org', 'Nora Nosey')
  assert.equal(sentEmail.subject, '[Safety Center: help] Press & Media (Nora Nosey)')
  assert.deepEqual(sentEmail.replyTo, { name: 'Nora Nosey', address: 'nora@example.com' })
  assert.match(sentEmail.text, /not signed in[^]*May I write about you\?/)
})

test('if the sender of a contact message is signed in, the forwarded message names the account', async () => {
  const ada = await testApp.signUpMember('ada')
  await ada.call(sendContactMessage, form({ lastName: 'Member', email: 'elsewhere@example.com' }))
  const sentEmail = await waitForEmail(testApp, 'hello@example.org', 'Nora Member')
  assert.match(sentEmail.text, new RegExp(`signed in as @ada \\(${ada.id}\\)`))
})

test('each invalid field of the contact form gets its own error message', async () => {
  const cases: [object, string][] = [
    [{ firstName: ' ' }, '422 First name required / Please enter your first name.'],
    [{ lastName: '' }, '422 Last name required / Please enter your last name.'],
    [{ email: 'nope' }, '422 Email required / Please enter a valid email address.'],
    [{ message: ' \n ' }, '422 Message required / Please write your message.'],
    [{ message: 'x'.repeat(5001) }, '422 Message too long / Use at most 5,000 characters.'],
    [{ subject: 'Free money' }, '422 Subject required / Please choose a subject from the list.'],
    [
      { website: 'http://buy.example' },
      '422 Not sent / The field “Leave this empty” must stay empty. Please clear it and send your message again.',
    ],
  ]
  for (const [over, expected] of cases)
    assert.equal(
      await expectApiError(testApp.anonymousUser().call(sendContactMessage, form(over) as never)),
      expected,
    )
})

test('the contact form offers the seven subjects from the specification', () => {
  assert.deepEqual(contactSubjects, [
    'General Inquiry',
    'Content Submission',
    'Partnership Opportunity',
    'Technical Support',
    'Press & Media',
    'Other',
    'Delete Account (24–48 hour process)',
  ])
})

test('the contact form rejects line breaks that would add email headers', async () => {
  const evil = 'Eve\r\nBcc: everybody@example.com\r\n\r\nHi'
  await testApp
    .anonymousUser()
    .call(sendContactMessage, form({ firstName: evil, lastName: 'Evil', email: 'eve@example.com' }))
  const sentEmail = await waitForEmail(testApp, 'hello@example.org', 'Evil')
  assert.equal(sentEmail.subject, 'Press & Media (Eve Bcc: everybody@example.com Hi Evil)')
  assert.equal(sentEmail.replyTo?.name, 'Eve Bcc: everybody@example.com Hi Evil')
  const address = 'eve@example.com\nBcc: everybody@example.com'
  assert.match(
    await expectApiError(testApp.anonymousUser().call(sendContactMessage, form({ email: address }))),
    /valid email/,
  )
})

test('the contact form accepts ten messages an hour from one email address', async () => {
  const send = () => testApp.anonymousUser().call(sendContactMessage, form({ email: 'flood@example.com' }))
  for (let n = 0; n < contactRateLimits.perEmail; n += 1) await send()
  assert.equal(
    await expectApiError(send()),
    '429 Too many messages / We’ve received your messages and will answer them. Please wait an hour before you send another message.',
  )
})

test('many concurrent contact messages do not delay other requests', async () => {
  const sent = Array.from({ length: 3 * pool.options.max! }, (_, at) =>
    testApp.anonymousUser().call(sendContactMessage, form({ email: `crowd${at}@example.com` })),
  )
  const meanwhile = testApp.anonymousUser().call(getSession, {})
  assert.deepEqual(
    await Promise.all(sent),
    sent.map(() => ({ deletion: null })),
  )
  await meanwhile
})

test('the contact form’s rate limit counts an IPv6 /64 as one sender, across all processes', async () => {
  const from = (at: number) => `2001:db8:0:7::${at.toString(16)}`
  for (let at = 1; at <= contactRateLimits.perAddress; at += 1)
    await consumeAttempts(['contact', getClientNetworkAddress(from(at))])
  const message = { ...form().body, email: 'later@example.com' } as ParsedInputOf<
    typeof sendContactMessage
  >['body']
  await assert.rejects(submitContactMessage(anonymousViewer, message, from(0xffff)), {
    code: 'contact_too_many',
  })
  await submitContactMessage(anonymousViewer, message, '2001:db8:0:8::1')
})

test('a signed-out visitor’s deletion request in the contact form is only forwarded by email', async () => {
  const bob = await testApp.signUpMember('bob')
  const asked = form({
    subject: accountDeletionSubject,
    lastName: 'Bobson',
    email: 'bob@example.com',
    confirmed: true,
  })
  assert.deepEqual(await testApp.anonymousUser().call(sendContactMessage, asked), { deletion: null })
  const { deletion_scheduled_at } = await db
    .selectFrom('profiles')
    .select('deletion_scheduled_at')
    .where('user_id', '=', bob.id)
    .executeTakeFirstOrThrow()
  assert.equal(deletion_scheduled_at, null)
  assert.match((await waitForEmail(testApp, 'hello@example.org', 'Bobson')).subject, /^Delete Account/)
})

test('a signed-in user must confirm an account deletion request in the contact form', async () => {
  const cleo = await testApp.signUpMember('cleo')
  const asked = form({ subject: accountDeletionSubject, email: 'cleo@example.com' })
  assert.equal(
    await expectApiError(cleo.call(sendContactMessage, asked)),
    '409 Please confirm / Confirm that you want to delete your account.',
  )
})

test('requesting deletion with the contact form requires the password unless the user signed in recently', async () => {
  const dana = await testApp.signUpMember('dana')
  const update = (values: object) =>
    db
      .updateTable('sessions')
      .set(values as never)
      .where('user_id', '=', dana.id)
      .execute()
  await update({ created_at: new Date(Date.now() - 16 * 60_000) })
  const requestDeletion = (over: object = {}) =>
    dana.call(
      sendContactMessage,
      form({ subject: accountDeletionSubject, email: 'dana@example.com', confirmed: true, ...over }),
    )
  const leavingAt = async () =>
    (
      await db
        .selectFrom('profiles')
        .select('deletion_scheduled_at')
        .where('user_id', '=', dana.id)
        .executeTakeFirstOrThrow()
    ).deletion_scheduled_at
  assert.match(await expectApiError(requestDeletion()), /Enter your current password to continue/)
  assert.match(
    await expectApiError(requestDeletion({ current_password: 'not-mine-at-all' })),
    /current password is incorrect/,
  )
  assert.equal(await leavingAt(), null)
  const { deletion } = await requestDeletion({ current_password: validPassword })
  assert.ok(deletion && (await leavingAt()))
  const stored = JSON.stringify(await db.selectFrom('contact_messages').selectAll().execute())
  assert.ok(!stored.includes(validPassword))
})

test('a user without a password needs a recent sign-in to request deletion with the contact form', async () => {
  const erin = await testApp.signUpMember('erin')
  await db.deleteFrom('sign_in_methods').where('user_id', '=', erin.id).execute()
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) } as never)
    .where('user_id', '=', erin.id)
    .execute()
  const asked = form({ subject: accountDeletionSubject, email: 'erin@example.com', confirmed: true })
  assert.match(await expectApiError(erin.call(sendContactMessage, asked)), /^403 Sign in again/)
})

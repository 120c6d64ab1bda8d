import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { sendContactMessage } from '#contract/contact/contact-form.ts'
import {
  assignContactMessage,
  closeContactMessage,
  contactReplyRateLimits,
  getContactMessage,
  listContactMessages,
  reopenContactMessage,
  replyToContactMessage,
} from '#contract/contact/contact-inbox.ts'
import { sweepContactMessages } from '#server/contact/inbox/sweep-contact-messages.ts'
import { db } from '#server/platform/db/db.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { listAuditedActions } from '#tests/support/fixtures/audited-actions.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listSentEmails, waitForEmail } from '#tests/support/app/sent-emails.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let lead: TestUser
let admin: TestUser
let moderator: TestUser
before(async () => {
  testApp = await startTestApp({
    working: true,
    env: { CONTACT_EMAIL: 'hello@example.org', SITE_NAME: 'Tubular' },
  })
  lead = await signUpStaff(testApp, 'lead_l', 'safety_lead')
  admin = await signUpStaff(testApp, 'admin_a', 'admin')
  moderator = await signUpStaff(testApp, 'mod_m', 'moderator')
})
after(() => testApp.close())

/** Sends a message with the contact form and returns its id. */
async function send(over: { email: string } & Record<string, string>, who = testApp.anonymousUser()) {
  const body = { firstName: 'Nora', lastName: 'Nosey', message: 'May I?', ...over }
  await who.call(sendContactMessage, { body: body as never })
  const { id } = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', over.email)
    .executeTakeFirstOrThrow()
  return id
}

const list = (query: object = {}, who = lead) => who.call(listContactMessages, { query })
const open = (id: string) => lead.call(getContactMessage, { params: { id } })
const actionsOf = async (id: string) => (await listAuditedActions(id)).map(([did]) => did)

test('the inbox lists messages without texts and addresses, and logs who reads a message', async () => {
  const id = await send({ email: 'nora@example.com', subject: 'Press & Media' })
  const { items, counts } = await list()
  const item = items.find((one) => one.id === id)
  assert.deepEqual([item?.name, item?.subject, item?.state], ['Nora Nosey', 'Press & Media', 'open'])
  assert.ok(counts.open >= 1)
  assert.doesNotMatch(JSON.stringify(items), /May I|nora@example/)
  const message = await open(id)
  assert.deepEqual([message.message, message.email, message.account], ['May I?', 'nora@example.com', null])
  assert.deepEqual(await actionsOf(id), ['read contact message'])
})

test('messages from the Safety Center keep their email and can be listed separately', async () => {
  const ada = await testApp.signUpMember('ada', 14)
  const id = await send({ email: 'ada.s@example.com', topic: 'safety-help', lastName: 'Safety' }, ada)
  const { items } = await list({ only: 'safety' })
  assert.deepEqual(
    items.map((item) => [item.id, item.topic]),
    [[id, 'safety-help']],
  )
  assert.equal((await open(id)).account?.username, 'ada')
  const email = await waitForEmail(testApp, 'hello@example.org', 'Nora Safety')
  assert.match(email.subject, /^\[Safety Center: help\]/)
})

test('a message is assigned only to staff who can open the inbox', async () => {
  const id = await send({ email: 'assign@example.com' })
  const assign = (user_id: string | null) =>
    lead.call(assignContactMessage, { params: { id }, body: { user_id } })
  const message = await open(id)
  assert.deepEqual(
    message.assignees.map(({ username }) => username),
    ['admin_a', 'lead_l'],
  )
  for (const who of [moderator, await testApp.signUpMember('member')])
    assert.match(await expectApiError(assign(who.id)), /^422 Choose a staff member/)
  const assigned = await assign(admin.id)
  assert.deepEqual([assigned.state, assigned.assignee?.username], ['assigned', 'admin_a'])
  await assign(admin.id)
  assert.deepEqual(
    (await list({ only: 'mine' }, admin)).items.map((item) => item.id),
    [id],
  )
  assert.equal((await assign(null)).state, 'open')
  assert.deepEqual((await actionsOf(id)).slice(1), ['assign contact message', 'unassign contact message'])
})

test('an answer is emailed as plain text, with the contact address for replies, and is stored', async () => {
  const email = 'answer@example.com'
  const id = await send({
    email,
    subject: 'Technical Support',
    message: 'Line one\n<b>two</b>\nhttps://evil.example',
  })
  const body = 'Hello <i>Nora</i>,\r\n\r\nplease restart it.\nBcc: everyone@example.com'
  const answered = await lead.call(replyToContactMessage, { params: { id }, body: { body } })
  assert.deepEqual([answered.state, answered.assignee?.username], ['assigned', 'lead_l'])
  assert.deepEqual(
    answered.replies.map((reply) => [reply.author, reply.body]),
    [['lead_l', body.replaceAll('\r', '')]],
  )
  const sent = await waitForEmail(testApp, email, 'your message')
  assert.equal(sent.subject, 'Tubular: your message about “Technical Support”')
  assert.deepEqual(sent.replyTo, { name: 'Tubular', address: 'hello@example.org' })
  assert.match(
    sent.text,
    /^Hello <i>Nora<\/i>,\n\nplease restart it\.\nBcc: everyone@example\.com\n\nYou wrote on /,
  )
  assert.match(sent.text, /\n> Line one\n> <b>two<\/b>\n> https:\/\/evil\.example\n$/)
  assert.equal('html' in sent, false)
  assert.ok((await listSentEmails(testApp)).every(({ to }) => to !== 'everyone@example.com'))
})

test('an answer in a signed-in member’s conversation uses the language of the account', async () => {
  const eva = await testApp.signUpMember('eva')
  await db.updateTable('users').set({ language: 'es' }).where('id', '=', eva.id).execute()
  const id = await send({ email: 'eva.x@example.com' }, eva)
  await lead.call(replyToContactMessage, { params: { id }, body: { body: 'Hola' } })
  await waitForEmail(testApp, 'eva.x@example.com', 'tu mensaje sobre')
})

test('an answer can close the message, and a closed message must be reopened before it is changed', async () => {
  const id = await send({ email: 'close@example.com' })
  const params = { id }
  const reply = (body: string) => lead.call(replyToContactMessage, { params, body: { body, close: true } })
  assert.equal((await reply('Done.')).state, 'closed')
  assert.ok(!(await list()).items.some((item) => item.id === id))
  assert.ok((await list({ state: 'closed' })).items.some((item) => item.id === id))
  assert.match(await expectApiError(reply('More.')), /^409 Already closed/)
  const assign = lead.call(assignContactMessage, { params, body: { user_id: null } })
  assert.match(await expectApiError(assign), /^409 Already closed/)
  await lead.call(closeContactMessage, { params })
  assert.equal((await lead.call(reopenContactMessage, { params })).state, 'assigned')
  await lead.call(reopenContactMessage, { params })
  assert.deepEqual(await actionsOf(id), [
    'answer contact message',
    'close contact message',
    'reopen contact message',
  ])
})

test('an empty or long answer is refused with the field’s error', async () => {
  const id = await send({ email: 'empty@example.com' })
  for (const [body, error] of [
    [' \n ', /^422 Nothing to send/],
    ['x'.repeat(5001), /^422 Too long/],
  ] as const)
    assert.match(
      await expectApiError(lead.call(replyToContactMessage, { params: { id }, body: { body } })),
      error,
    )
})

test('a staff member can send only a limited number of answers', async () => {
  const busy = await signUpStaff(testApp, 'busy_b', 'admin')
  const id = await send({ email: 'many@example.com' })
  const reply = () => busy.call(replyToContactMessage, { params: { id }, body: { body: 'Hi' } })
  for (let n = 0; n < contactReplyRateLimits[0]!.most; n += 1) await reply()
  assert.match(await expectApiError(reply()), /^429 Too many emails/)
  const { replies } = await open(id)
  assert.equal(replies.length, contactReplyRateLimits[0]!.most)
})

test('closed messages are deleted half a year after closing, and open messages after a year', async () => {
  const ages: [email: string, created: number, closed: number | null, isKept: boolean][] = [
    ['old.open@example.com', 366, null, false],
    ['open@example.com', 364, null, true],
    ['closed@example.com', 300, 182, true],
    ['old.closed@example.com', 300, 184, false],
  ]
  for (const [email, created, closed] of ages)
    await sql`insert into contact_messages (first_name, last_name, email, subject, message, created_at, closed_at)
      values ('A', 'B', ${email}, 'Other', 'x', now() - make_interval(days => ${created}),
        now() - make_interval(days => ${closed}::int))`.execute(db)
  await sql`insert into contact_replies (message_id, body)
    select id, 'x' from contact_messages where email = 'old.closed@example.com'`.execute(db)
  await sweepContactMessages()
  for (const [email, , , isKept] of ages) {
    const row = await db
      .selectFrom('contact_messages')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    assert.equal(row !== undefined, isKept, email)
  }
  const { rows } = await sql`select from contact_replies where body = 'x'`.execute(db)
  assert.equal(rows.length, 0)
})

test('the data export of the sender contains the answers, and an erased staff account leaves them in place', async () => {
  const gus = await testApp.signUpMember('gus')
  const id = await send({ email: 'gus.x@example.com', message: 'Where is my video?' }, gus)
  const leaver = await signUpStaff(testApp, 'leaver_l', 'admin')
  await leaver.call(replyToContactMessage, { params: { id }, body: { body: 'On your dashboard.' } })
  await db.deleteFrom('users').where('id', '=', leaver.id).execute()
  const file = dataExportFiles.find((one) => one.file === 'letters-to-us')!
  const { rows } = await sql`select * from (${file.rows(gus.id)}) as exported`.execute(db)
  assert.match(JSON.stringify(rows), /Where is my video\?.*On your dashboard\./)
  const message = await open(id)
  assert.deepEqual([message.replies[0]?.author, message.state], [null, 'open'])
})

test('the command line lists, closes and reopens messages', async () => {
  const id = await send({ email: 'cli@example.com', subject: 'Other' })
  const run = (...args: string[]) => spawnAdminCommand(testApp, args)
  assert.match((await run('contact')).output, new RegExp(`${id}  Other`))
  assert.equal((await run('close-message', id)).code, 0)
  assert.match((await run('contact', 'closed')).output, new RegExp(id))
  assert.equal((await run('reopen-message', id)).code, 0)
  assert.deepEqual(await listAuditedActions(id), [
    ['close contact message', 'machine'],
    ['reopen contact message', 'machine'],
  ])
})

test('reading messages is limited', async () => {
  const curious = await signUpStaff(testApp, 'curious_lead', 'safety_lead')
  const id = await send({ email: 'often@example.org' })
  const codes = new Set<string>()
  for (let n = 0; n < 130 && codes.size === 0; n += 1)
    await curious
      .call(getContactMessage, { params: { id } })
      .catch((error: { code: string }) => codes.add(error.code))
  assert.deepEqual([...codes], ['too_fast'])
})

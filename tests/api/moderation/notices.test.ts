import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { authAndContactRateLimits } from '#contract/limits.ts'
import { postCaseAction, claimCase, decideAppeal, listCases } from '#contract/moderation/moderation-cases.ts'
import {
  closeNoticeAsNotFound,
  listUnmatchedNotices,
  putNoticeMatch,
} from '#contract/moderation/unmatched-notices.ts'
import { submitIntimateImageNotice } from '#contract/moderation/intimate-image-notices.ts'
import { submitAppeal, listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { listOverdueNotices } from '#server/moderation/notices/overdue-notices.ts'
import { reverseNoticeOutcomes } from '#server/moderation/notices/notice-outcomes.ts'
import { resolveReports } from '#server/moderation/reports/resolve-reports.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitForEmail, listSentEmails } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ working: true, env: { CONTACT_EMAIL: 'hello@example.org' } })
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const form = (over: object = {}) => ({
  body: {
    name: 'Robin Roe',
    email: 'Robin@Example.com',
    for: 'me' as const,
    addresses: '/watch/01890000-0000-7000-8000-000000000000',
    statement: true as const,
    ...over,
  },
})
const send = (over: object = {}) => testApp.anonymousUser().call(submitIntimateImageNotice, form(over))
const casesOf = (id: string) => db.selectFrom('cases').selectAll().where('content_id', '=', id).execute()
const stateOf = async (id: string) =>
  (await db.selectFrom('content').select('moderation').where('id', '=', id).executeTakeFirstOrThrow())
    .moderation
async function staff(name: string): Promise<TestUser> {
  const person = await testApp.signUpMember(name, 19)
  await grantStaffRole(person.id, 'moderator')
  return person
}
const rowOf = (receipt: string) =>
  db.selectFrom('notices').selectAll().where('receipt', '=', receipt).executeTakeFirstOrThrow()

test('a notice from a person without an account immediately hides the reported item and starts a 48-hour deadline', async () => {
  const id = await createPublishedVideo(ada)
  const { receipt, due_at } = await send({ addresses: `${config.publicUrl}/watch/${id}?t=12` })
  assert.ok(Math.abs(Date.parse(due_at) - Date.now() - 48 * 3600_000) < 60_000)
  assert.equal(await stateOf(id), 'held')
  assert.match(await expectApiError(testApp.anonymousUser().call(getContent, { params: { id } })), /^404/)
  const [open] = await casesOf(id)
  assert.deepEqual([open!.priority, open!.due_at?.toISOString()], [0, due_at])
  const sentEmail = await waitForEmail(testApp, 'robin@example.com', 'We have received your notice')
  assert.ok(sentEmail.text.includes(receipt) && sentEmail.text.includes('within 48 hours'))
  const inside = await waitForEmail(testApp, 'hello@example.org', receipt)
  assert.doesNotMatch(inside.subject + inside.text, /robin/i)
})

test('emails about a notice contain no text from its anonymous sender', async () => {
  const typed = { name: 'Win at https://trap.example', words: 'Click https://trap.example/words' }
  const item = await createPublishedVideo(ada)
  const addresses = `/watch/${item}\nhttps://trap.example/address`
  await send({ ...typed, email: 'victim@example.com', addresses })
  const [open] = await casesOf(item)
  await transaction((tx) => resolveReports(tx, open!.id, 'removed'))
  await transaction((tx) => reverseNoticeOutcomes(tx, open!.id))
  await waitForEmail(testApp, 'victim@example.com', 'A new decision')
  const sent = (await listSentEmails(testApp)).filter(({ to }) => to === 'victim@example.com')
  assert.equal(sent.length, 3)
  for (const { subject, text } of sent) assert.doesNotMatch(subject + text, /trap|Win at/)
})

test('receipts for notices count toward the daily email limit of an address', async () => {
  const email = 'flooded@example.com'
  const { emailsPerDay } = authAndContactRateLimits
  for (let n = 0; n < emailsPerDay.most - 1; n += 1) await consumeAttempts(['emailsPerDay', email])
  const first = await send({ email })
  await waitForEmail(testApp, email, 'We have received your notice')
  const second = await send({ email })
  assert.notEqual(second.receipt, first.receipt)
  assert.equal((await rowOf(second.receipt)).email, email)
  // Emails are sent in queue order. If a second receipt had been queued, it would have arrived before the
  // email to behind@example.com.
  await send({ email: 'behind@example.com' })
  await waitForEmail(testApp, 'behind@example.com', 'We have received your notice')
  const sent = (await listSentEmails(testApp)).filter(({ to }) => to === email)
  assert.equal(sent.length, 1)
  assert.ok(sent[0]!.text.includes(first.receipt))
})

test('several URLs of one item in a notice count as one item, even if the item is hidden', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const host = new URL(config.publicUrl).host
  const { receipt } = await send({
    email: 'again@example.com',
    addresses: [
      `${host}/watch/${id}`,
      `/embed/${playback_id}`,
      `${config.publicUrl}/media/${playback_id}/master.m3u8`,
    ].join('\n'),
  })
  assert.equal((await casesOf(id)).length, 1)
  assert.equal(await stateOf(id), 'held')
  const second = await send({ email: 'other@example.com', addresses: `/watch/${id}` })
  assert.notEqual(second.receipt, receipt)
  assert.equal((await casesOf(id)).length, 1)
})

test('a notice about a person opens a case without hiding the account', async () => {
  await send({ email: 'person@example.com', addresses: '/creator/ADA' })
  const open = await db
    .selectFrom('cases')
    .selectAll()
    .where('subject', '=', 'profile')
    .where('user_id', '=', ada.id)
    .execute()
  assert.deepEqual(
    open.map(({ priority }) => priority),
    [0],
  )
})

test('the response to a notice does not reveal whether its links belong to existing content', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  const found = await send({ email: 'found@example.com', addresses: `/watch/${id}` })
  for (const addresses of [
    '/watch/01890000-0000-7000-8000-000000000000',
    'https://elsewhere.example/watch/' + id,
    'it was last week',
    '//%%',
    'javascript:alert(1)',
  ]) {
    const missing = await send({ email: 'missing@example.com', addresses })
    assert.deepEqual(Object.keys(missing), Object.keys(found))
    assert.match(missing.receipt, /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  }
  assert.equal(await stateOf(id), 'held')
})

test('the sender of a notice learns the outcome once all cases opened by the notice are decided', async () => {
  const [one, two] = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const { receipt } = await send({ email: 'waits@example.com', addresses: `/watch/${one}\n/watch/${two}` })
  const decide = async (id: string, outcome: 'removed' | 'nothing') => {
    const [open] = await casesOf(id)
    await transaction((tx) => resolveReports(tx, open!.id, outcome))
  }
  await decide(one, 'removed')
  assert.equal((await rowOf(receipt)).answered_at, null)
  await decide(two, 'nothing')
  assert.equal((await rowOf(receipt)).outcome, 'removed')
  const sentEmail = await waitForEmail(testApp, 'waits@example.com', 'Our decision about your notice')
  assert.match(sentEmail.text, /removed it permanently/)
  await decide(two, 'nothing')
  const sent = (await listSentEmails(testApp)).filter(
    ({ to, subject }) => to === 'waits@example.com' && subject.includes('Our decision'),
  )
  assert.equal(sent.length, 1)
})

test('the sender of a notice is told when a successful appeal restores the item', async () => {
  const item = await createPublishedVideo(ada)
  await send({ email: 'again@example.com', addresses: `/watch/${item}` })
  const [first, second] = [await staff('first_mod'), await staff('second_mod')]
  const [{ id } = { id: '' }] = await casesOf(item)
  await first.call(claimCase, { params: { id } })
  await first.call(postCaseAction, { params: { id }, body: { action: 'remove', rule: 'intimate_image' } })
  await waitForEmail(testApp, 'again@example.com', 'Our decision about your notice')
  const { items } = await ada.call(listStatementsOfReasons, {})
  await ada.call(submitAppeal, { params: { id: items[0]!.id }, body: { words: 'It is a cartoon of mine' } })
  const open = (await second.call(listCases, { query: { only: 'appeals' } })).items[0]!
  const { detail } = await second.call(claimCase, { params: { id: open.id } })
  const body = { outcome: 'reversed' as const, answer: 'It is a cartoon.' }
  await second.call(decideAppeal, { params: { id: detail!.appeal!.id }, body })
  assert.equal(await stateOf(item), 'approved')
  const sentEmail = await waitForEmail(testApp, 'again@example.com', 'A new decision')
  assert.match(sentEmail.text, /so it is visible again/)
})

test('staff can assign an item to a notice whose links match nothing, or close the notice', async () => {
  const mod = await staff('finds_things')
  const item = await createPublishedVideo(ada)
  const lostNow = async () => (await mod.call(listUnmatchedNotices, {})).items.map(({ words }) => words)
  await send({ email: 'lost@example.com', addresses: 'the one with the dog', words: 'with the dog' })
  await send({ email: 'nowhere@example.com', addresses: 'on that other site', words: 'elsewhere' })
  assert.match(await expectApiError(ada.call(listUnmatchedNotices, {})), /^404/)
  const { items } = await mod.call(listUnmatchedNotices, {})
  assert.equal(JSON.stringify(items).includes('example.com'), false)
  const params = { id: items.find(({ words }) => words === 'with the dog')!.id }
  const nothing = mod.call(putNoticeMatch, { params, body: { address: '/watch/nothing' } })
  assert.match(await expectApiError(nothing), /^422 Nothing found/)
  const { case_id } = await mod.call(putNoticeMatch, { params, body: { address: `/watch/${item}` } })
  assert.equal(await stateOf(item), 'held')
  assert.equal((await casesOf(item))[0]!.id, case_id)
  assert.equal((await lostNow()).includes('with the dog'), false)
  const other = { id: items.find(({ words }) => words === 'elsewhere')!.id }
  await mod.call(closeNoticeAsNotFound, { params: other })
  assert.match(await expectApiError(mod.call(closeNoticeAsNotFound, { params: other })), /^404/)
  const sentEmail = await waitForEmail(testApp, 'nowhere@example.com', 'Our decision about your notice')
  assert.match(sentEmail.text, /couldn’t find the content/)
  assert.equal((await lostNow()).includes('elsewhere'), false)
})

test('the list of overdue notices contains notices that are still open after their deadline', async () => {
  const { receipt } = await send({ email: 'late@example.com' })
  await db
    .updateTable('notices')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('receipt', '=', receipt)
    .execute()
  const { id } = await rowOf(receipt)
  assert.ok((await listOverdueNotices()).some((one) => one.id === id))
})

test('each invalid field of the notice form gets its own error message', async () => {
  const cases: [object, string][] = [
    [{ name: ' ' }, '422 Name required / Please enter your name. It counts as your signature.'],
    [
      { email: 'nope' },
      '422 Email required / Please enter a valid email address. We’ll send our reply there.',
    ],
    [
      { for: 'them' },
      '422 Who is in it? / Tell us who is in the picture or video: you, or someone who asked you to write to us.',
    ],
    [{ addresses: ' \n ' }, '422 Where is it? / Paste up to 10 links from your browser, one per line.'],
    [
      { addresses: 'x\n'.repeat(11) },
      '422 Where is it? / Paste up to 10 links from your browser, one per line.',
    ],
    [{ words: 'x'.repeat(2001) }, '422 Too long / Use at most 2,000 characters.'],
    [
      { statement: false },
      '422 Please confirm your notice / We can act only if you confirm that everything in your notice is true.',
    ],
  ]
  for (const [over, expected] of cases) assert.equal(await expectApiError(send(over)), expected)
})

test('the notice form rejects line breaks that would add email headers', async () => {
  // All requests above came from one network and used up the limit of that network.
  await db.deleteFrom('rate_limits').execute()
  await send({ name: 'Eve\r\nBcc: all@example.com', email: 'eve@example.com' })
  const sentEmail = await waitForEmail(testApp, 'eve@example.com', 'We have received your notice')
  assert.doesNotMatch(sentEmail.text, /Bcc/)
})

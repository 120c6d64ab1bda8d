import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { reportReasonNames, reportReasons } from '#contract/moderation/report-reasons.ts'
import {
  getHelplines,
  getReport,
  listReports,
  reportRateLimits,
  sendReport,
} from '#contract/moderation/reports.ts'
import { eraseAccountsDueForErasure } from '#server/account-deletion/erase-account.ts'
import { eraseOldReporterHashes } from '#server/moderation/reports/erase-reporter-hashes.ts'
import { db } from '#server/platform/db/db.ts'
import { sql } from 'kysely'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  buildReportRequest,
  listCasesAboutContent,
  closeReportCase,
  createReportFixtures,
  type ReportFixtures,
  submitReport,
  listReportsAboutContent,
} from '#tests/support/fixtures/reports.ts'

let testApp: TestApp
let ada: TestUser
let crowd: TestUser[]
let browser: ReportFixtures['browser']
before(async () => {
  testApp = await startTestApp()
  ;({ ada, crowd, browser } = await createReportFixtures(testApp))
})
after(() => testApp.close())

test('anyone can report a video, a comment or a person, and gets a receipt', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'hey' } })
  for (const [subject, of] of [
    ['content', id],
    ['comment', comment],
    ['profile', ada.id],
  ] as const)
    for (const who of [crowd[0]!, testApp.anonymousUser()])
      assert.match(await submitReport(who, of, 'other', subject), /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  const cases = await db.selectFrom('cases').selectAll().where('user_id', '=', ada.id).execute()
  assert.deepEqual(
    cases.map(({ subject, content_id, comment_id, user_id }) => [subject, content_id, comment_id, user_id]),
    [
      ['content', id, null, ada.id],
      ['comment', id, comment, ada.id],
      ['profile', null, null, ada.id],
    ],
  )
})

test('reporting the same item again returns the same receipt', async () => {
  const id = await createPublishedVideo(ada)
  const first = await submitReport(crowd[0]!, id, 'spam')
  assert.equal(await submitReport(crowd[0]!, id, 'wrong_category'), first)
  assert.deepEqual(
    (await listReportsAboutContent(id)).map(({ reason }) => reason),
    ['spam'],
  )
  assert.equal(await submitReport(crowd[0]!, id, 'bullying'), first)
  assert.deepEqual(
    (await listReportsAboutContent(id)).map(({ reason, priority }) => [reason, priority]),
    [['bullying', 1]],
  )
  assert.equal((await listCasesAboutContent(id))[0]!.priority, 1)
  const { receipt } = await browser('one').report(id, 'spam')
  assert.equal((await browser('one').report(id, 'spam')).receipt, receipt)
  assert.notEqual((await browser('two').report(id, 'spam')).receipt, receipt)
  assert.equal((await listReportsAboutContent(id)).length, 3)
})

test('a case keeps the priority of its most serious report', async () => {
  const id = await createPublishedVideo(ada)
  for (const [reason, priority] of [
    ['spam', 3],
    ['graphic', 2],
    ['spam', 2],
    ['hate', 1],
  ] as const) {
    await browser(`urgent ${reason} ${priority}`).report(id, reason)
    assert.equal((await listCasesAboutContent(id))[0]!.priority, priority)
  }
})

test('reporting hidden content gets the same response as reporting nonexistent content', async () => {
  const never = '01890000-0000-7000-8000-000000000000'
  const hidden = await createPublishedVideo(ada, { visibility: 'only_me' })
  const mallory = await testApp.signUpMember('mallory')
  const shy = await createPublishedVideo(ada)
  const { id: comment } = await ada.call(postComment, {
    params: { id: shy },
    body: { body: 'to all but one' },
  })
  await db.insertInto('blocks').values({ blocker_id: ada.id, blocked_id: mallory.id }).execute()
  const ask = async (subject: string, id: string) => {
    const response = await mallory.fetch('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subject, id, reason: 'other' }),
    })
    const { requestId: _, ...body } = (await response.json()) as { requestId: string }
    return JSON.stringify([response.status, body])
  }
  assert.match(await ask('content', never), /404.*content_not_found/)
  assert.match(await ask('comment', never), /404.*comment_not_found/)
  assert.match(await ask('profile', never), /404.*creator_not_found/)
  for (const [subject, id] of [
    ['content', hidden],
    ['content', shy],
    ['content', 'nonsense'],
    ['comment', comment],
    ['comment', shy],
    ['profile', ada.id],
    ['profile', "x' or 1=1"],
  ] as const)
    assert.equal(await ask(subject, id), await ask(subject, never), `${subject} ${id}`)
  assert.deepEqual(await listCasesAboutContent(hidden), [])
})

test('users can report a user they have blocked', async () => {
  const mean = await testApp.signUpMember('mean_one')
  const hurt = await testApp.signUpMember('hurt_one')
  await db.insertInto('blocks').values({ blocker_id: hurt.id, blocked_id: mean.id }).execute()
  assert.match(await submitReport(hurt, mean.id, 'bullying', 'profile'), /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  const back = mean.call(sendReport, { body: { subject: 'profile', id: hurt.id, reason: 'bullying' } })
  assert.match(await expectApiError(back), /^404/)
})

test('each invalid field of the report dialog gets its own error message', async () => {
  const id = await createPublishedVideo(ada)
  const to = (body: object) => expectApiError(crowd[0]!.call(sendReport, { body: body as never }))
  assert.equal(await to({ subject: 'content', id }), '422 What is wrong? / Choose a reason from the list.')
  assert.equal(
    await to({ subject: 'comment', id, reason: 'wrong_category' }),
    '422 What is wrong? / Choose a reason from the list.',
  )
  assert.match(await to({ subject: 'car', id, reason: 'spam' }), /^422 What is it about\?/)
  assert.equal(
    await to({ subject: 'content', id, reason: 'spam', words: 'x'.repeat(501) }),
    '422 Too long / Use at most 500 characters.',
  )
  assert.equal(
    await expectApiError(submitReport(ada, id)),
    '409 This is yours / This is your own content. You can edit or delete it without reporting it.',
  )
})

test('every report reason has its specified priority', () => {
  const of = (priority: number) =>
    reportReasonNames.filter((name) => reportReasons[name].priority === priority)
  assert.deepEqual(
    [0, 1, 2, 3].map((priority) => of(priority).length),
    [6, 8, 5, 5],
  )
  assert.deepEqual(of(0), [
    'minor_safety',
    'grooming',
    'sextortion',
    'intimate_image',
    'self_harm_now',
    'threat',
  ])
})

test('only the reporter can read the outcome of a report', async () => {
  const nosy = await testApp.signUpMember('nosy')
  const id = await createPublishedVideo(ada)
  const receipt = await submitReport(nosy, id, 'suggestive')
  const { items } = await nosy.call(listReports, { query: {} })
  assert.deepEqual(
    items.map(({ created_at, ...rest }) => ({ ...rest, on: created_at.slice(0, 4) })),
    [
      {
        receipt,
        subject: 'content',
        reason: 'suggestive',
        about: { text: 'A film', content_id: id, username: null },
        outcome: null,
        decided_at: null,
        on: String(new Date().getUTCFullYear()),
      },
    ],
  )
  await db.updateTable('content').set({ moderation: 'held' }).where('id', '=', id).execute()
  const [hidden] = (await nosy.call(listReports, { query: {} })).items
  assert.equal(hidden!.about, null, 'what one can no longer see is not named')
  await closeReportCase((await listCasesAboutContent(id))[0]!.id, 'removed')
  const typed = receipt.toLowerCase().replaceAll('-', ' ')
  const seen = await testApp.anonymousUser().call(getReport, { params: { receipt: typed } })
  assert.deepEqual([seen.outcome, seen.about], ['removed', null])
  assert.deepEqual(Object.keys(seen).toSorted(), [
    'about',
    'created_at',
    'decided_at',
    'outcome',
    'reason',
    'receipt',
    'subject',
  ])
  assert.match(
    await expectApiError(
      testApp.anonymousUser().call(getReport, { params: { receipt: 'AAAA-AAAA-AAAA-AAAA' } }),
    ),
    /^404 We couldn’t find your report/,
  )
  assert.match(
    await expectApiError(testApp.anonymousUser().call(getReport, { params: { receipt: 'x' } })),
    /^404 We couldn’t find your report/,
  )
  assert.match(await expectApiError(testApp.anonymousUser().call(listReports, { query: {} })), /^401/)
})

test('deleting a reported item closes its reports without counting against the reporters', async () => {
  const id = await createPublishedVideo(ada)
  const receipt = await submitReport(crowd[0]!, id)
  await db.deleteFrom('content').where('id', '=', id).execute()
  assert.equal((await crowd[0]!.call(getReport, { params: { receipt } })).outcome, 'gone')
})

test('after an account is erased, the reports that its owner sent remain without the owner’s name', async () => {
  const gone = await testApp.signUpMember('gone')
  const id = await createPublishedVideo(ada)
  const words = 'I am Gone (gone@example.com), and this bygone thing is mean to GONE.'
  await gone.call(sendReport, { body: { ...buildReportRequest(id, 'hate').body, words } })
  await sql`update profiles set deletion_scheduled_at = now() - interval '3 days' where user_id = ${gone.id}`.execute(
    db,
  )
  await eraseAccountsDueForErasure()
  const [voice] = await listReportsAboutContent(id)
  assert.deepEqual(
    [voice!.reporter_id, voice!.reason, voice!.words],
    [null, 'hate', 'I am … (…), and this bygone thing is mean to ….'],
  )
})

test('the source of an anonymous report is stored as a hash and deleted after 30 days', async () => {
  const id = await createPublishedVideo(ada)
  await browser('Netscape 4').report(id, 'spam')
  const [{ voice } = { voice: '' }] = await listReportsAboutContent(id)
  assert.match(voice!, /^[\w-]{43}$/)
  await sql`update reports set created_at = now() - interval '31 days' where voice = ${voice}`.execute(db)
  await eraseOldReporterHashes()
  assert.equal((await listReportsAboutContent(id))[0]!.voice, null)
})

test('too many reports by one browser or one member are refused with a message', async () => {
  const videos: string[] = []
  for (let n = 0; n <= reportRateLimits.member.most; n += 1) videos.push(await createPublishedVideo(ada))
  const flood = browser('flood')
  for (const id of videos.slice(0, reportRateLimits.browser.most))
    assert.equal((await flood.report(id, 'spam')).status, 201)
  const over = await flood.report(videos.at(-1)!, 'spam')
  assert.equal(`${over.status} ${over.error?.title}`, '429 Too many reports')
  assert.equal((await browser('calm').report(videos[0]!, 'spam')).status, 201)
  const eager = await testApp.signUpMember('eager')
  for (const id of videos.slice(0, reportRateLimits.member.most)) await submitReport(eager, id)
  assert.match(await expectApiError(submitReport(eager, videos.at(-1)!)), /^429 Too many reports/)
})

test('the list of emergency contacts begins with the number 112', async () => {
  const { lines } = await testApp.anonymousUser().call(getHelplines, {})
  assert.ok(lines.length >= 2 && lines[0]!.includes('112'))
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/comments.ts'
import { getContent } from '#contract/content.ts'
import { reportReasonNames, reportReasons, type ReportReason } from '#contract/report-reasons.ts'
import { getHelpLines, getReport, listReports, reportPace, sendReport } from '#contract/reports.ts'
import { getProfileById } from '#contract/profiles.ts'
import { eraseDue } from '#server/leaving/erase.ts'
import { settleReports } from '#server/moderation/report-outcome.ts'
import { forgetVoices } from '#server/moderation/report-chores.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { sql } from 'kysely'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'
import { settled } from '../support/settled.ts'

let house: House
let ada: Person
let crowd: Person[]
before(async () => {
  house = await openHouse()
  ada = await house.joins('ada')
  crowd = []
  for (let n = 0; n < 6; n += 1) crowd.push(await house.joins(`voice_${n}`))
  await settled(ada, ...crowd)
})
after(() => house.close())

const about = (
  id: string,
  reason: ReportReason = 'spam',
  subject: 'content' | 'comment' | 'profile' = 'content',
) => ({
  body: { subject, id, reason },
})
const send = async (who: Person, ...what: Parameters<typeof about>) =>
  (await who.call(sendReport, about(...what))).receipt
/** Somebody signed out at another computer. */
const browser = (name: string) => ({
  report: async (id: string, reason: ReportReason) => {
    const answer = await house.stranger().fetch('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': name },
      body: JSON.stringify(about(id, reason).body),
    })
    return {
      status: answer.status,
      ...((await answer.json()) as { receipt?: string; error?: { title: string } }),
    }
  },
})
const stateOf = async (id: string) =>
  (await db.selectFrom('content').select('moderation').where('id', '=', id).executeTakeFirstOrThrow())
    .moderation
const casesOf = (id: string) => db.selectFrom('cases').selectAll().where('content_id', '=', id).execute()
const voicesOf = async (id: string) =>
  db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.case_id')
    .selectAll('reports')
    .where('cases.content_id', '=', id)
    .execute()
/** As staff do when they have decided. */
const decide = (caseId: string, outcome: 'nothing' | 'removed') =>
  transaction(async (tx) => {
    await tx.updateTable('cases').set({ closed_at: new Date() }).where('id', '=', caseId).execute()
    await settleReports(tx, caseId, outcome)
  })

test('a video, a comment and a person can be reported, signed in or out, and each has its receipt and its case', async () => {
  const id = await published(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'hey' } })
  for (const [subject, of] of [
    ['content', id],
    ['comment', comment],
    ['profile', ada.id],
  ] as const)
    for (const who of [crowd[0]!, house.stranger()])
      assert.match(await send(who, of, 'other', subject), /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
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

test('again is the same report with the same receipt; a worse reason replaces the lesser one', async () => {
  const id = await published(ada)
  const first = await send(crowd[0]!, id, 'spam')
  assert.equal(await send(crowd[0]!, id, 'wrong_category'), first)
  assert.deepEqual(
    (await voicesOf(id)).map(({ reason }) => reason),
    ['spam'],
  )
  assert.equal(await send(crowd[0]!, id, 'bullying'), first)
  assert.deepEqual(
    (await voicesOf(id)).map(({ reason, priority }) => [reason, priority]),
    [['bullying', 1]],
  )
  assert.equal((await casesOf(id))[0]!.priority, 1)
  const { receipt } = await browser('one').report(id, 'spam')
  assert.equal((await browser('one').report(id, 'spam')).receipt, receipt)
  assert.notEqual((await browser('two').report(id, 'spam')).receipt, receipt)
  assert.equal((await voicesOf(id)).length, 3)
})

test('a case is as urgent as the worst that is said, and never less', async () => {
  const id = await published(ada)
  for (const [reason, priority] of [
    ['spam', 3],
    ['graphic', 2],
    ['spam', 2],
    ['hate', 1],
  ] as const) {
    await browser(`urgent ${reason} ${priority}`).report(id, reason)
    assert.equal((await casesOf(id))[0]!.priority, priority)
  }
})

test('thirty reports of six people at once are six voices in one case', async () => {
  const id = await published(ada)
  const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => send(crowd[n % 6]!, id, 'scam')))
  const voices = await voicesOf(id)
  assert.equal((await casesOf(id)).length, 1)
  assert.deepEqual(voices.map((voice) => voice.reporter_id).toSorted(), crowd.map((who) => who.id).toSorted())
  assert.deepEqual(new Set(sent), new Set(voices.map((voice) => voice.receipt)))
})

test('thirty at once about harm: it is gone with the third, and nobody is counted twice', async () => {
  const id = await published(ada)
  const tries = Array.from({ length: 30 }, (_, n) => send(crowd[n % 6]!, id, 'hate').catch(String))
  const answers = await Promise.all(tries)
  const voices = await voicesOf(id)
  assert.equal(await stateOf(id), 'held')
  assert.ok(voices.length >= 3 && voices.length <= 6)
  // Who came after it was gone found nothing there.
  const given = new Set(voices.map((voice) => voice.receipt))
  assert.ok(answers.every((text) => given.has(text) || text.includes("doesn't exist")))
})

test('thirty browsers at once are thirty voices, one case, and hold nothing', async () => {
  const id = await published(ada)
  await Promise.all(Array.from({ length: 30 }, (_, n) => browser(`phone ${n}`).report(id, 'grooming')))
  assert.equal((await voicesOf(id)).length, 30)
  assert.equal((await casesOf(id)).length, 1)
  assert.equal(await stateOf(id), 'approved')
})

test('danger: one settled account takes it away at once, a new one and the signed out do not', async () => {
  const fresh = await house.joins('fresh')
  const id = await published(ada)
  await send(house.stranger(), id, 'intimate_image')
  await send(fresh, id, 'intimate_image')
  assert.equal(await stateOf(id), 'approved')
  await send(crowd[0]!, id, 'intimate_image')
  assert.equal(await stateOf(id), 'held')
  assert.match(await refused(house.stranger().call(getContent, { params: { id } })), /^404/)
})

test('harm: three settled accounts take it away; the rest: five take it out of the lists', async () => {
  for (const [reason, needed, then] of [
    ['bullying', 3, 'held'],
    ['impersonation', 5, 'limited'],
  ] as const) {
    const id = await published(ada)
    for (const who of crowd.slice(0, needed - 1)) await send(who, id, reason)
    assert.equal(await stateOf(id), 'approved')
    await send(crowd[needed - 1]!, id, reason)
    assert.equal(await stateOf(id), then)
  }
  const id = await published(ada)
  for (const who of crowd) await send(who, id, 'scam')
  assert.equal(await stateOf(id), 'approved')
})

test('a comment that is held is gone for everybody else', async () => {
  const id = await published(ada)
  const { id: comment } = await ada.call(postComment, { params: { id }, body: { body: 'a threat' } })
  await send(crowd[0]!, comment, 'threat', 'comment')
  assert.deepEqual((await house.stranger().call(listComments, { params: { id }, query: {} })).items, [])
  assert.match(await refused(send(crowd[1]!, comment, 'threat', 'comment')), /^404/)
})

test('reports alone never set a person aside', async () => {
  for (const who of crowd) await send(who, ada.id, 'grooming', 'profile')
  await house.stranger().call(getProfileById, { params: { id: ada.id } })
  const row = await db
    .selectFrom('cases')
    .select('priority')
    .where('subject', '=', 'profile')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.priority, 0)
})

test('who is often wrong weighs less', async () => {
  const wolf = await house.joins('wolf')
  await settled(wolf)
  for (let n = 0; n < 3; n += 1) {
    const id = await published(ada)
    await send(wolf, id, 'grooming')
    assert.equal(await stateOf(id), 'held')
    await decide((await casesOf(id))[0]!.id, 'nothing')
  }
  const id = await published(ada)
  await send(wolf, id, 'grooming')
  assert.equal((await voicesOf(id))[0]!.weight, 0.25)
  assert.equal(await stateOf(id), 'approved')
})

test('what was looked at and left up is not held again for the same reason, unless somebody is in danger', async () => {
  const id = await published(ada)
  for (const who of crowd.slice(0, 3)) await send(who, id, 'hate')
  await decide((await casesOf(id))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', id).execute()
  for (const who of crowd) await send(who, id, 'hate')
  assert.equal(await stateOf(id), 'approved')
  assert.equal((await casesOf(id)).length, 2, 'it is looked at once more')
  // One voice a case: the second one is decided too.
  await decide((await casesOf(id)).find(({ closed_at }) => !closed_at)!.id, 'nothing')
  for (const who of crowd.slice(0, 3)) await send(who, id, 'violence')
  assert.equal(await stateOf(id), 'held', 'for another reason it is')
  const other = await published(ada)
  await send(crowd[0]!, other, 'sextortion')
  await decide((await casesOf(other))[0]!.id, 'nothing')
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', other).execute()
  await send(crowd[1]!, other, 'sextortion')
  assert.equal(await stateOf(other), 'held')
})

test('what one may not see cannot be reported: the same answer as for what never was', async () => {
  const never = '01890000-0000-7000-8000-000000000000'
  const hidden = await published(ada, { visibility: 'only_me' })
  const mallory = await house.joins('mallory')
  const shy = await published(ada)
  const { id: comment } = await ada.call(postComment, {
    params: { id: shy },
    body: { body: 'to all but one' },
  })
  await db.insertInto('blocks').values({ blocker_id: ada.id, blocked_id: mallory.id }).execute()
  const ask = async (subject: string, id: string) => {
    const answer = await mallory.fetch('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subject, id, reason: 'other' }),
    })
    const { requestId: _, ...body } = (await answer.json()) as { requestId: string }
    return JSON.stringify([answer.status, body])
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
  assert.deepEqual(await casesOf(hidden), [])
})

test('whom one has blocked one can still report', async () => {
  const mean = await house.joins('mean_one')
  const hurt = await house.joins('hurt_one')
  await db.insertInto('blocks').values({ blocker_id: hurt.id, blocked_id: mean.id }).execute()
  const { receipt } = await hurt.call(sendReport, {
    body: { subject: 'profile', id: mean.id, reason: 'bullying' },
  })
  assert.match(receipt, /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  const back = mean.call(sendReport, { body: { subject: 'profile', id: hurt.id, reason: 'bullying' } })
  assert.match(await refused(back), /^404/)
})

test('each rule of the dialog has its words', async () => {
  const id = await published(ada)
  const to = (body: object) => refused(crowd[0]!.call(sendReport, { body: body as never }))
  assert.equal(await to({ subject: 'content', id }), '422 What is wrong? / Choose a reason from the list.')
  assert.equal(
    await to({ subject: 'comment', id, reason: 'wrong_category' }),
    '422 What is wrong? / Choose a reason from the list.',
  )
  assert.match(await to({ subject: 'car', id, reason: 'spam' }), /^422 What is it about\?/)
  assert.equal(
    await to({ subject: 'content', id, reason: 'spam', words: 'x'.repeat(501) }),
    '422 That is too long / Use at most 500 characters.',
  )
  assert.equal(
    await refused(send(ada, id)),
    '409 This is yours / You can change or delete it yourself, without a report.',
  )
})

test('every reason has its priority as ruled', () => {
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

test('one’s own reports and what came of them; to others only with the receipt, and never who it was', async () => {
  const nosy = await house.joins('nosy')
  const id = await published(ada)
  const receipt = await send(nosy, id, 'suggestive')
  const { items } = await nosy.call(listReports, { query: {} })
  assert.deepEqual(
    items.map(({ created_at, ...rest }) => ({ ...rest, on: created_at.slice(0, 4) })),
    [
      {
        receipt,
        subject: 'content',
        reason: 'suggestive',
        outcome: null,
        decided_at: null,
        on: String(new Date().getUTCFullYear()),
      },
    ],
  )
  await decide((await casesOf(id))[0]!.id, 'removed')
  const typed = receipt.toLowerCase().replaceAll('-', ' ')
  const seen = await house.stranger().call(getReport, { params: { receipt: typed } })
  assert.equal(seen.outcome, 'removed')
  assert.deepEqual(Object.keys(seen).toSorted(), [
    'created_at',
    'decided_at',
    'outcome',
    'reason',
    'receipt',
    'subject',
  ])
  assert.match(
    await refused(house.stranger().call(getReport, { params: { receipt: 'AAAA-AAAA-AAAA-AAAA' } })),
    /^404 No report/,
  )
  assert.match(
    await refused(house.stranger().call(getReport, { params: { receipt: 'x' } })),
    /^404 No report/,
  )
  assert.match(await refused(house.stranger().call(listReports, { query: {} })), /^401/)
})

test('what is deleted before anybody decided ends its reports, and says nothing against who reported', async () => {
  const id = await published(ada)
  const receipt = await send(crowd[0]!, id)
  await db.deleteFrom('content').where('id', '=', id).execute()
  assert.equal((await crowd[0]!.call(getReport, { params: { receipt } })).outcome, 'gone')
})

test('a person who leaves takes their name out of what was reported; the report stays', async () => {
  const gone = await house.joins('gone')
  const id = await published(ada)
  const words = 'I am Gone (gone@example.com), and this bygone thing is mean to GONE.'
  await gone.call(sendReport, { body: { ...about(id, 'hate').body, words } })
  await sql`update profiles set leaving_at = now() - interval '3 days' where user_id = ${gone.id}`.execute(db)
  await eraseDue()
  const [voice] = await voicesOf(id)
  assert.deepEqual(
    [voice!.reporter_id, voice!.reason, voice!.words],
    [null, 'hate', 'I am … (…), and this bygone thing is mean to ….'],
  )
})

test('from where somebody signed out reported is a hash, and forgotten after some weeks', async () => {
  const id = await published(ada)
  await browser('Netscape 4').report(id, 'spam')
  const [{ voice } = { voice: '' }] = await voicesOf(id)
  assert.match(voice!, /^[\w-]{43}$/)
  await sql`update reports set created_at = now() - interval '31 days' where voice = ${voice}`.execute(db)
  await forgetVoices()
  assert.equal((await voicesOf(id))[0]!.voice, null)
})

test('a flood is stopped with a sentence: from one browser, and from one member', async () => {
  const films: string[] = []
  for (let n = 0; n <= reportPace.perMember; n += 1) films.push(await published(ada))
  const flood = browser('flood')
  for (const id of films.slice(0, reportPace.perBrowser))
    assert.equal((await flood.report(id, 'spam')).status, 201)
  const over = await flood.report(films.at(-1)!, 'spam')
  assert.equal(`${over.status} ${over.error?.title}`, '429 That is a lot of reports')
  assert.equal((await browser('calm').report(films[0]!, 'spam')).status, 201)
  const eager = await house.joins('eager')
  for (const id of films.slice(0, reportPace.perMember)) await send(eager, id)
  assert.match(await refused(send(eager, films.at(-1)!)), /^429 That is a lot of reports/)
})

test('whom to call in danger is the operator’s words', async () => {
  const { lines } = await house.stranger().call(getHelpLines, {})
  assert.ok(lines.length >= 2 && lines[0]!.includes('112'))
})

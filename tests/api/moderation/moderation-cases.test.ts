import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { InputOf } from '#contract/endpoint.ts'
import {
  postCaseAction,
  claimCase,
  getCase,
  listCases,
  unclaimCase,
} from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { db } from '#server/platform/db/db.ts'
import { eraseAccountsDueForErasure } from '#server/account-deletion/erase-account.ts'
import { claimModerationCase } from '#server/moderation/cases/claim-case.ts'
import type { StaffViewer } from '#server/moderation/staff/staff-viewer.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { createModerationCase } from '#tests/support/fixtures/moderation-case.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let mia: TestUser
let max: TestUser
let lea: TestUser
let ruth: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  max = await signUpStaff(testApp, 'max', 'moderator')
  lea = await signUpStaff(testApp, 'lea', 'safety_lead')
  ruth = await signUpStaff(testApp, 'ruth', 'admin')
})
after(() => testApp.close())

/** Inserts staff accounts directly, because twenty sign-ups would take too long. */
async function insertStaff(n: number): Promise<StaffViewer> {
  const { id } = await db
    .insertInto('users')
    .values({ email: `crew${n}@example.com`, role: 'moderator', email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind: 'member', id, role: 'moderator' } as StaffViewer
}

const caseAbout = (contentId: string, priority = 2) => createModerationCase(ada, contentId, priority)
const caseOfPerson = (who: TestUser, priority = 2) => createModerationCase(who, undefined, priority)
const claim = (who: TestUser, id: string) => who.call(claimCase, { params: { id } })
const act = (who: TestUser, id: string, body: InputOf<typeof postCaseAction>['body']) =>
  who.call(postCaseAction, { params: { id }, body })

test('for everybody but staff, every path below /api/mod returns the same 404 response as a nonexistent path', async () => {
  const id = await caseAbout(await createPublishedVideo(ada))
  for (const who of [ada, testApp.anonymousUser()])
    for (const [method, path, body] of [
      ['GET', '/api/mod/cases', undefined],
      ['GET', `/api/mod/cases/${id}`, undefined],
      ['PUT', `/api/mod/cases/${id}/claim`, undefined],
      ['POST', `/api/mod/cases/${id}/actions`, '{"action":"nonsense"}'],
      ['PUT', '/api/mod/appeals/x', '{'],
      ['PATCH', '/api/mod/cases', undefined],
      ['GET', '/api/mod/notices', undefined],
      ['GET', '/api/mod/figures', undefined],
      ['GET', '/api/mod/playback-quality', undefined],
      ['PUT', `/api/mod/notices/${id}/place`, '{}'],
      ['PUT', `/api/mod/notices/${id}/not-found`, undefined],
    ] as const) {
      const hidden = await who.fetch(path, {
        method,
        ...(body && { body, headers: { 'content-type': 'application/json' } }),
      })
      const missing = await who.fetch('/api/moo/cases', { method })
      assert.equal(hidden.status, 404)
      const same = (response: Response) => [...response.headers.keys()].toSorted().join()
      assert.equal(same(hidden), same(missing))
      const [one, other] = (await Promise.all([hidden.json(), missing.json()])) as { error: unknown }[]
      assert.deepEqual(one!.error, other!.error)
    }
})

test('if twenty moderators claim a case at the same time, only one succeeds, and only that moderator sees the content', async () => {
  const id = await caseAbout(await createPublishedVideo(ada, { title: 'Look at me', visibility: 'only_me' }))
  const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => insertStaff(n)))
  const outcomes = await Promise.all(
    crowd.map((who) =>
      claimModerationCase(who, id).then(
        (one) => one.detail,
        () => 'no' as const,
      ),
    ),
  )
  const won = outcomes.filter((outcome) => outcome !== 'no')
  assert.equal(won.length, 1)
  assert.equal(won[0]?.content?.title, 'Look at me')
  assert.equal((await mia.call(getCase, { params: { id } })).detail, null)
  assert.match(await expectApiError(claim(mia, id)), /^409 Already claimed/)
  assert.match(await expectApiError(act(mia, id, { action: 'dismiss' })), /^409 Claim it first/)
})

test('each view of a case is logged, and a moderator’s claim expires after half an hour without activity', async () => {
  const id = await caseAbout(await createPublishedVideo(ada))
  await claim(mia, id)
  await mia.call(getCase, { params: { id } })
  await max.call(getCase, { params: { id } })
  const looks = await db.selectFrom('staff_access_log').select('staff_id').where('case_id', '=', id).execute()
  assert.deepEqual(
    looks.map((look) => look.staff_id),
    [mia.id, mia.id],
  )
  assert.match(await expectApiError(claim(max, id)), /^409/)
  await db
    .updateTable('cases')
    .set({ claimed_at: new Date(Date.now() - 31 * 60_000) })
    .where('id', '=', id)
    .execute()
  assert.equal((await claim(max, id)).claimed_by?.username, 'max')
  await max.call(unclaimCase, { params: { id } })
  assert.equal((await mia.call(getCase, { params: { id } })).claimed_by, null)
})

test('the moderation queue lists overdue cases first, then the most urgent, then the oldest', async () => {
  await db.deleteFrom('cases').execute()
  const [slow, urgent, older, late] = [
    await caseAbout(await createPublishedVideo(ada, { title: 'Unsaid' }), 3),
    await caseAbout(await createPublishedVideo(ada), 0),
    await caseAbout(await createPublishedVideo(ada), 3),
    await caseAbout(await createPublishedVideo(ada), 2),
  ]
  await db
    .updateTable('cases')
    .set({ opened_at: new Date(Date.now() - 3600_000) } as never)
    .where('id', '=', older)
    .execute()
  await db
    .updateTable('cases')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('id', '=', late)
    .execute()
  const queue = await mia.call(listCases, { query: {} })
  assert.deepEqual(
    queue.items.map(({ id }) => id),
    [late, urgent, older, slow],
  )
  assert.deepEqual(queue.counts, { open: 4, overdue: 1, mine: 0, appeals: 0, grouped: 0 })
  assert.ok(!JSON.stringify(queue).includes('Unsaid') && !JSON.stringify(queue).includes(ada.id))
})

test('only safety leads and admins see the reporters of a case', async () => {
  const item = await createPublishedVideo(ada)
  await bob.call(sendReport, { body: { subject: 'content', id: item, reason: 'graphic', words: 'blood' } })
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('content_id', '=', item)
    .executeTakeFirstOrThrow()
  const seen = await claim(mia, row.id)
  assert.deepEqual(
    seen.detail?.reports.map(({ words, reporter }) => [words, reporter]),
    [['blood', null]],
  )
  assert.ok(!JSON.stringify(seen).includes(bob.id))
  await mia.call(unclaimCase, { params: { id: row.id } })
  assert.equal((await claim(lea, row.id)).detail?.reports[0]?.reporter?.username, 'bob')
  await lea.call(unclaimCase, { params: { id: row.id } })
})

test('staff cannot review cases about themselves', async () => {
  const own = await caseOfPerson(mia)
  for (const who of [mia, max, lea]) assert.match(await expectApiError(claim(who, own)), /^404/)
  assert.ok((await claim(ruth, own)).detail)
  assert.match(await expectApiError(claim(ruth, await caseOfPerson(ruth))), /^404/)
})

test('only the moderator who has claimed a case can play its media', async () => {
  const item = await createPublishedVideo(ada, { visibility: 'only_me' })
  const id = await caseAbout(item)
  await db
    .insertInto('renditions')
    .values({
      content_id: item,
      name: '240p',
      fence: 1,
      folder: '1/240p',
      width: 426,
      height: 240,
      codecs: 'avc1.42c01e',
      frame_rate: 25,
      bandwidth: 1,
      average_bandwidth: 1,
    })
    .execute()
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  const play = (who: TestUser) => who.fetch(`/media/${playback_id}/master.m3u8`)
  assert.equal((await play(mia)).status, 404)
  await claim(mia, id)
  const response = await play(mia)
  assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'private, no-store'])
  for (const who of [max, ruth, bob, testApp.anonymousUser()]) assert.equal((await play(who)).status, 404)
  const looks = await db
    .selectFrom('staff_access_log')
    .select('staff_id')
    .where('case_id', '=', id)
    .where('resource', '=', 'media')
    .execute()
  assert.deepEqual(
    looks.map(({ staff_id }) => staff_id),
    [mia.id],
  )
})

test('an urgent case about an account delays the account’s erasure, but other cases do not', async () => {
  const zoe = await testApp.signUpMember('zoe')
  const id = await caseOfPerson(zoe, 1)
  const threeDaysAgo = new Date(Date.now() - 72 * 3600_000)
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: threeDaysAgo })
    .where('user_id', '=', zoe.id)
    .execute()
  const isThere = async () =>
    (await db.selectFrom('users').select('id').where('id', '=', zoe.id).executeTakeFirst()) !== undefined
  const yan = await testApp.signUpMember('yan')
  await caseOfPerson(yan, 2)
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: threeDaysAgo })
    .where('user_id', '=', yan.id)
    .execute()
  await eraseAccountsDueForErasure()
  assert.equal(await isThere(), true)
  assert.deepEqual(await db.selectFrom('users').select('id').where('id', '=', yan.id).execute(), [])
  const { items } = await mia.call(listCases, { query: {} })
  assert.equal(items.find((one) => one.id === id)?.overdue, true)
  await claim(mia, id)
  await act(mia, id, { action: 'dismiss' })
  await eraseAccountsDueForErasure()
  assert.equal(await isThere(), false)
})

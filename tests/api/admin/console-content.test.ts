import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listConsoleContent, openCaseAboutContent, reprocessContent } from '#contract/admin/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { featureContent } from '#contract/moderation/featured-content.ts'
import { getProcessingStatus } from '#contract/content/uploads.ts'
import { claimCase, getCase } from '#contract/moderation/moderation-cases.ts'
import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listAuditedActions } from '#tests/support/fixtures/audited-actions.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { keepOriginalOf } from '#tests/support/fixtures/kept-original.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let ada: TestUser
let lead: TestUser
let admin: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  lead = await signUpStaff(testApp, 'lead_l', 'safety_lead')
  admin = await signUpStaff(testApp, 'admin_a', 'admin')
})
after(() => testApp.close())

const list = async (who: TestUser, query: InputOf<typeof listConsoleContent>['query'] = {}) =>
  (await who.call(listConsoleContent, { query })).items
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('the console lists items in every state but shows the titles only of items that staff can watch on the site', async () => {
  const open = await createPublishedVideo(ada, { title: 'Harbour lights' })
  const hidden = [
    await createPublishedVideo(ada, { title: 'Secret harbour', visibility: 'only_me' }),
    await createPublishedVideo(ada, { title: 'Secret harbour', visibility: 'followers' }),
    await createPublishedVideo(ada, { title: 'Secret harbour', moderation: 'held' }),
    await createPublishedVideo(ada, { title: 'Secret harbour', status: 'failed' }),
  ]
  const items = await list(lead, { q: '@ada' })
  assert.deepEqual(idsOf(items).toSorted(), [open, ...hidden].toSorted())
  assert.equal(items.find(({ id }) => id === open)?.title, 'Harbour lights')
  for (const id of hidden) assert.equal(items.find((item) => item.id === id)?.title, null)
  assert.ok(!JSON.stringify(items).includes('Secret'))
  assert.deepEqual(
    items.filter(({ can_be_featured }) => can_be_featured).map(({ id }) => id),
    [open],
  )
})

test('a search for words of a title finds only items that everyone can find', async () => {
  const open = await createPublishedVideo(ada, { title: 'Quokka picnic' })
  await createPublishedVideo(ada, { title: 'Quokka diary', visibility: 'only_me' })
  assert.deepEqual(idsOf(await list(lead, { q: 'quokka' })), [open])
  assert.deepEqual(await list(lead, { q: 'wombat' }), [])
  assert.deepEqual(await list(lead, { q: '…' }), [])
})

test('the console finds an item by its id and by the link of its page, and logs who looked it up', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  for (const q of [id, `https://tube.example/watch/${id}?t=3`, `/watch/${id.toUpperCase()}`])
    assert.deepEqual(idsOf(await list(lead, { q })), [id], q)
  const found = await listAuditedActions(id)
  assert.deepEqual(
    found,
    Array.from(
      { length: 3 },
      () => ['look up content', pseudonymizeForAuditLog(lead.id)] as [string, string],
    ),
  )
})

test('look-ups of items are limited, and the refused ones are not logged', async () => {
  const curious = await signUpStaff(testApp, 'curious_lead', 'safety_lead')
  const codes = new Set<string>()
  let found = 0
  for (; found < 130 && codes.size === 0; found += 1)
    await list(curious, { q: '@ada' }).catch((error: { code: string }) => codes.add(error.code))
  assert.deepEqual([...codes], ['too_fast'])
  const lookups = (await listAuditedActions(ada.id)).filter(
    ([, actor]) => actor === pseudonymizeForAuditLog(curious.id),
  )
  assert.equal(lookups.length, found - 1)
})

test('the console filters items by moderation state, category and processing state, and pages through them', async () => {
  const bob = await testApp.signUpMember('bob')
  const limited = await createPublishedVideo(bob, { moderation: 'limited', type: 'movie', minutesAgo: 1 })
  const failed = await createPublishedVideo(bob, { status: 'failed', type: 'movie', minutesAgo: 2 })
  const story = await createPublishedVideo(bob, { type: 'story', minutesAgo: 3 })
  const q = '@bob'
  assert.deepEqual(idsOf(await list(lead, { q, moderation: 'limited' })), [limited])
  assert.deepEqual(idsOf(await list(lead, { q, stream_status: 'failed' })), [failed])
  assert.deepEqual(idsOf(await list(lead, { q, content_type: 'movie' })), [limited, failed])
  assert.deepEqual(await list(lead, { q, featured: 'true' }), [])
  await lead.call(featureContent, { params: { id: story } })
  assert.deepEqual(idsOf(await list(lead, { q, featured: 'true' })), [story])
  const first = await lead.call(listConsoleContent, { query: { q, limit: 2 } })
  assert.deepEqual(idsOf(first.items), [limited, failed])
  const second = await lead.call(listConsoleContent, { query: { q, limit: 2, cursor: first.next_cursor! } })
  assert.deepEqual([idsOf(second.items), second.next_cursor], [[story], null])
})

test('only admins see quarantined items, and nobody sees deleted items', async () => {
  const cara = await testApp.signUpMember('cara')
  const quarantined = await createPublishedVideo(cara)
  await sql`update content set moderation = 'quarantined' where id = ${quarantined}`.execute(db)
  const deleted = await createPublishedVideo(cara)
  await sql`update content set deleted_at = now() where id = ${deleted}`.execute(db)
  assert.deepEqual(await list(lead, { q: '@cara' }), [])
  const [found] = await list(admin, { q: '@cara' })
  assert.deepEqual([found?.id, found?.title], [quarantined, null])
  assert.match(await expectApiError(lead.call(openCaseAboutContent, { params: { id: quarantined } })), /^404/)
  assert.match(await expectApiError(admin.call(reprocessContent, { params: { id: deleted } })), /^404/)
})

test('staff open a case about an item once, and see the item only after they have claimed the case', async () => {
  const id = await createPublishedVideo(ada, { title: 'Hidden pier', visibility: 'only_me' })
  const { case_id } = await lead.call(openCaseAboutContent, { params: { id } })
  assert.deepEqual(await lead.call(openCaseAboutContent, { params: { id } }), { case_id })
  assert.equal((await list(lead, { q: id }))[0]?.open_case_id, case_id)
  assert.equal((await lead.call(getCase, { params: { id: case_id } })).detail, null)
  const { detail } = await lead.call(claimCase, { params: { id: case_id } })
  assert.equal(detail?.content?.title, 'Hidden pier')
  const actions = (await listAuditedActions(id)).map(([did]) => did)
  assert.equal(actions.filter((did) => did === 'open case').length, 1)
})

test('staff cannot open a case about their own item, and then no case exists', async () => {
  const id = await createPublishedVideo(lead)
  assert.match(await expectApiError(lead.call(openCaseAboutContent, { params: { id } })), /^404/)
  const { rows } = await sql`select from cases where content_id = ${id}`.execute(db)
  assert.equal(rows.length, 0)
})

const jobsOf = async (id: string) =>
  (await sql`select from pgboss.job where name = 'process' and data->>'contentId' = ${id}`.execute(db)).rows
    .length

test('reprocessing enqueues the video once, keeps its original until the end, and is logged', async () => {
  const id = await createPublishedVideo(ada)
  await keepOriginalOf(id, ada.id)
  await db.insertInto('kept_originals').values({ content_id: id, expires_at: new Date() }).execute()
  assert.equal((await list(lead, { q: id }))[0]?.reprocessing, 'possible')
  assert.deepEqual(await lead.call(reprocessContent, { params: { id } }), { stream_status: 'ready' })
  assert.equal(await jobsOf(id), 1)
  const kept = await db
    .selectFrom('kept_originals')
    .select('content_id')
    .where('content_id', '=', id)
    .execute()
  assert.deepEqual(kept, [])
  const { stream_id: streamId } = await db
    .selectFrom('content')
    .select('stream_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const status = await ada.call(getProcessingStatus, { params: { streamId } })
  assert.deepEqual([status.state, status.ready], ['received', true])
  assert.equal((await list(lead, { q: id }))[0]?.reprocessing, 'in_progress')
  assert.match(
    await expectApiError(lead.call(reprocessContent, { params: { id } })),
    /^409 Can’t be processed now/,
  )
  assert.equal(await jobsOf(id), 1)
  assert.equal((await listAuditedActions(id)).filter(([did]) => did === 'reprocess').length, 1)
})

test('reprocessing a video whose original was deleted says that the creator must replace the file', async () => {
  const id = await createPublishedVideo(ada)
  assert.equal((await list(lead, { q: id }))[0]?.reprocessing, 'original_deleted')
  assert.match(
    await expectApiError(lead.call(reprocessContent, { params: { id } })),
    /^409 The original was deleted .*replace the file/,
  )
  assert.equal(await jobsOf(id), 0)
  await db.updateTable('streams').set({ state: 'refused' }).where('content_id', '=', id).execute()
  assert.equal((await list(lead, { q: id }))[0]?.reprocessing, 'rejected')
})

test('the command line features, unfeatures and reprocesses videos, and the audit log names the operator', async () => {
  const id = await createPublishedVideo(ada)
  await keepOriginalOf(id, ada.id)
  const run = (...args: string[]) => spawnAdminCommand(testApp, args)
  assert.deepEqual(await run('feature', id), { code: 0, signal: null, output: 'The video is featured.\n' })
  assert.equal((await list(lead, { q: id }))[0]?.is_featured, true)
  assert.equal((await run('unfeature', id)).code, 0)
  assert.equal((await run('reprocess', id)).code, 0)
  assert.equal(await jobsOf(id), 1)
  const again = await run('reprocess', id)
  assert.deepEqual([again.code, /Can’t be processed now/.test(again.output)], [1, true])
  const actions = await listAuditedActions(id)
  for (const action of ['feature', 'unfeature', 'reprocess'])
    assert.ok(
      actions.some(([did, by]) => did === action && by === 'machine'),
      action,
    )
})

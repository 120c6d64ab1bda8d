import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import {
  deleteComment,
  editComment,
  listComments,
  postComment,
  putCommentDecision,
} from '#contract/engagement/comments.ts'
import { claimCase } from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { enforceRetention } from '#server/privacy/retention.ts'
import { db } from '#server/platform/db/db.ts'
import { collectEmittedEvents } from '#tests/support/app/emitted-events.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
/** Members aged 16, 16 and 14. */
let ada: TestUser
let bob: TestUser
let kim: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  kim = await testApp.signUpMember('kim', 14)
})
after(() => testApp.close())

const phone = 'call me on 07700 900123'

const say = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })
const edit = (who: TestUser, id: string, body: string) =>
  who.call(editComment, { params: { id }, body: { body } })
const list = async (id: string, who = testApp.anonymousUser()) =>
  (await who.call(listComments, { params: { id }, query: {} })).items
const countComments = async (id: string) => (await ada.call(getContent, { params: { id } })).comments_count
const backdate = (id: string, seconds: number) =>
  sql`update comments set created_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(db)

test('a comment can be edited for five minutes and is then marked as edited', async () => {
  const id = await createPublishedVideo(ada)
  const posted = await say(bob, id, 'great strat')
  assert.equal(posted.edited_at, null)
  await backdate(posted.id, 5 * 60 - 10)
  const edited = await edit(bob, posted.id, '  great start ')
  assert.equal(edited.body, 'great start')
  assert.ok(edited.edited_at! > edited.created_at)
  const [shown] = await list(id)
  assert.deepEqual([shown!.body, shown!.edited_at], ['great start', edited.edited_at])
  assert.equal(await countComments(id), 1)

  await backdate(posted.id, 5 * 60 + 1)
  assert.equal(
    await expectApiError(edit(bob, posted.id, 'too late')),
    '409 Too late to edit / You can edit a comment for 5 minutes after posting it.',
  )
  assert.equal((await list(id))[0]!.body, 'great start')
})

test('only the author can edit a comment, and an edit of a hidden comment returns 404', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'mine')
  assert.match(await expectApiError(edit(ada, comment, 'yours')), /^403/)
  assert.match(await expectApiError(edit(testApp.anonymousUser(), comment, 'ours')), /^401/)
  const { id: held } = await say(kim, id, phone)
  assert.match(await expectApiError(edit(bob, held, 'theirs')), /^404/)
  assert.match(await expectApiError(edit(kim, held, 'hello')), /^409 Comment under review/)
})

test('saving a comment without a change does not mark it as edited', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'as it was')
  assert.equal((await edit(bob, comment, ' as it was ')).edited_at, null)
})

test('rejects text that is empty or too long and keeps the comment unchanged', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'fine')
  assert.match(await expectApiError(edit(bob, comment, ' ')), /^422 Nothing to post/)
  assert.match(await expectApiError(edit(bob, comment, 'x'.repeat(501))), /^422 Comment too long/)
  assert.deepEqual(
    (await list(id)).map(({ body, edited_at }) => [body, edited_at]),
    [['fine', null]],
  )
})

test('open pages receive the new version of an edited comment, and nobody is notified', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'one')
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id)
  const arrives = listener.next('comment')
  await edit(bob, comment, 'two')
  const { data } = await arrives
  assert.deepEqual([data['id'], data['body']], [comment, 'two'])
  await listener.stop()
  const events = await collectEmittedEvents(() => edit(bob, comment, 'three'))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['comment_edited'],
  )
})

test('a page that reconnects receives only the latest version of a comment', async () => {
  const id = await createPublishedVideo(ada)
  const { live_cursor } = await bob.call(getContent, { params: { id } })
  const { id: comment } = await say(bob, id, 'first version')
  await say(ada, id, 'between')
  await edit(bob, comment, 'second version')
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id, live_cursor)
  // The deletion happens last, so its event arrives after the events of the comments.
  const end = listener.next('comment_deleted')
  const { id: deleted } = await say(ada, id, 'deleted')
  await ada.call(deleteComment, { params: { id: deleted } })
  await end
  const bodies = listener.heard.filter(({ name }) => name === 'comment').map(({ data }) => data['body'])
  assert.deepEqual(bodies.slice(0, 2), ['between', 'second version'])
  assert.equal(bodies.includes('first version'), false)
  await listener.stop()
})

test('an edit that adds a phone number hides the comment until a moderator reviews it', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(kim, id, 'hello')
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id)
  const goes = listener.next('comment_deleted')
  const events = await collectEmittedEvents(() => edit(kim, comment, phone))
  assert.deepEqual((await goes).data, { id: comment })
  await listener.stop()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['counts_changed', 'comment_deleted', 'text_held'],
  )
  assert.deepEqual(await list(id), [])
  assert.deepEqual(
    (await list(id, kim)).map(({ body, held }) => [body, held]),
    [[phone, 'moderators']],
  )
  assert.equal(await countComments(id), 0)
})

test('an edit cannot complete a phone number that starts in another comment', async () => {
  const id = await createPublishedVideo(ada)
  await say(kim, id, '07700')
  const { id: comment } = await say(kim, id, 'hi there')
  const edited = await edit(kim, comment, '900123')
  assert.equal(edited.held, 'moderators')
})

test('a comment held for the creator’s approval is still held after an edit', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'please approve')
  await db
    .updateTable('comments')
    .set({ moderation: 'held', held_for: 'owner' })
    .where('id', '=', comment)
    .execute()
  assert.equal((await edit(bob, comment, 'please approve this')).held, 'owner')
  await ada.call(putCommentDecision, { params: { id: comment }, body: { decision: 'approve' } })
  const [shown] = await list(id)
  assert.equal(shown!.body, 'please approve this')
  assert.notEqual(shown!.edited_at, null)
})

test('moderators see the earlier versions of a reported comment', async () => {
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'you are all bad at this')
  await ada.call(sendReport, {
    body: { subject: 'comment', id: comment, reason: 'bullying', words: '' },
  })
  await edit(bob, comment, 'you are all great')
  const { id: caseId } = await db
    .selectFrom('cases')
    .select('id')
    .where('comment_id', '=', comment)
    .executeTakeFirstOrThrow()
  const { detail } = await mia.call(claimCase, { params: { id: caseId } })
  assert.equal(detail!.comment!.body, 'you are all great')
  assert.deepEqual(
    detail!.comment!.earlier_versions.map(({ body }) => body),
    ['you are all bad at this'],
  )
})

test('earlier versions of a comment are in the data export and are deleted after 30 days', async () => {
  const id = await createPublishedVideo(ada)
  const lea = await testApp.signUpMember('lea')
  const { id: comment } = await say(lea, id, 'old words')
  await edit(lea, comment, 'new words')
  const { rows } = dataExportFiles.find(({ file }) => file === 'comments')!
  const exported = async () =>
    (await sql<{ body: string; earlier_versions: { body: string }[] }>`${rows(lea.id)}`.execute(db)).rows.map(
      ({ body, earlier_versions }) => [body, ...earlier_versions.map((one) => one.body)],
    )
  assert.deepEqual(await exported(), [['new words', 'old words']])
  await enforceRetention(new Date(Date.now() + 29 * 24 * 3600_000))
  assert.deepEqual(await exported(), [['new words', 'old words']])
  await enforceRetention(new Date(Date.now() + 31 * 24 * 3600_000))
  assert.deepEqual(await exported(), [['new words']])
})

test('concurrent edits of a comment keep every earlier version', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'v0')
  const texts = ['v1', 'v2', 'v3', 'v4', 'v5']
  await Promise.all(texts.map((text) => edit(bob, comment, text)))
  const earlier = await db
    .selectFrom('comment_edits')
    .select('body')
    .where('comment_id', '=', comment)
    .execute()
  const [shown] = await list(id)
  assert.deepEqual([...earlier.map(({ body }) => body), shown!.body].toSorted(), ['v0', ...texts])
})

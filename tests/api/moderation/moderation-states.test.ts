import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import {
  commentStateTransitions,
  type CommentModerationState,
  commentModerationStates,
  contentStateTransitions,
  type ContentModerationState,
  contentModerationStates,
} from '#contract/moderation/moderation-states.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import {
  changeModerationState,
  tryChangeModerationState,
} from '#server/moderation/decisions/state-transitions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

const machine = { kind: 'system', reason: 'reports' } as const
const open = (who: TestUser, id: string) => who.fetch(`/api/content/${id}`).then(({ status }) => status)
const say = (id: string, body = 'hello') => bob.call(postComment, { params: { id }, body: { body } })
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'moved',
    (error: unknown) => (error instanceof ApiError ? error.status : Promise.reject(error)),
  )

test('every change of an item’s moderation state follows the table of allowed changes', async () => {
  for (const from of contentModerationStates)
    for (const to of contentModerationStates) {
      const id = await createPublishedVideo(ada)
      await db
        .updateTable('content')
        .set(from === 'deleted' ? { deleted_at: new Date() } : { moderation: from })
        .where('id', '=', id)
        .execute()
      const outcome = await outcomeOf(
        transaction((tx) =>
          changeModerationState(tx, { subject: 'content', id }, to as ContentModerationState, machine),
        ),
      )
      assert.equal(outcome, contentStateTransitions[from].includes(to) ? 'moved' : 409, `${from} → ${to}`)
    }
})

test('every change of a comment’s moderation state follows the table of allowed changes', async () => {
  const item = await createPublishedVideo(ada)
  for (const from of commentModerationStates)
    for (const to of commentModerationStates) {
      const { id } = await say(item)
      await db.updateTable('comments').set({ moderation: from }).where('id', '=', id).execute()
      const outcome = await outcomeOf(
        transaction((tx) =>
          changeModerationState(tx, { subject: 'comment', id }, to as CommentModerationState, machine),
        ),
      )
      assert.equal(outcome, commentStateTransitions[from].includes(to) ? 'moved' : 409, `${from} → ${to}`)
      if (outcome !== 'moved') continue
      const { items } = await ada.call(listComments, { params: { id: item }, query: { limit: 100 } })
      assert.equal((await ada.call(getContent, { params: { id: item } })).comments_count, items.length)
    }
})

test('holding an item immediately hides it from others until it is approved', async () => {
  const id = await createPublishedVideo(ada)
  const listener = await listenToContentUpdates(bob, id)
  const ends = listener.next('gone')
  await transaction((tx) => changeModerationState(tx, { subject: 'content', id }, 'held', machine))
  await ends
  assert.deepEqual([await open(bob, id), await open(ada, id)], [404, 200])
  await transaction((tx) => changeModerationState(tx, { subject: 'content', id }, 'approved', machine))
  assert.equal(await open(bob, id), 200)
})

test('a held comment disappears from open pages until it is approved', async () => {
  const item = await createPublishedVideo(ada)
  const { id } = await say(item, 'see me')
  const listener = await listenToContentUpdates(testApp.anonymousUser(), item)
  const goes = listener.next('comment_deleted')
  await transaction((tx) => changeModerationState(tx, { subject: 'comment', id }, 'held', machine))
  assert.equal((await goes).data['id'], id)
  const comes = listener.next('comment')
  await transaction((tx) => changeModerationState(tx, { subject: 'comment', id }, 'approved', machine))
  assert.equal((await comes).data['body'], 'see me')
  await listener.stop()
})

test('automatic moderation does not override a moderation state that has changed in the meantime', async () => {
  const id = await createPublishedVideo(ada)
  const hold = () =>
    transaction((tx) => tryChangeModerationState(tx, { subject: 'content', id }, 'held', machine))
  assert.deepEqual((await Promise.all([hold(), hold(), hold()])).toSorted(), [false, false, true])
})

test('concurrent reports of one item open a single case with the highest priority among the reports', async () => {
  const contentId = await createPublishedVideo(ada)
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transaction((tx) =>
        openModerationCase(tx, { subject: 'content', contentId, userId: ada.id, priority: n === 7 ? 0 : 3 }),
      ),
    ),
  )
  assert.equal(new Set(opened.map(({ id }) => id)).size, 1)
  assert.equal(opened.filter(({ isNew }) => isNew).length, 1)
  const row = await db
    .selectFrom('cases')
    .select('priority')
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  assert.equal(row?.priority, 0)
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/comments.ts'
import { getContent } from '#contract/content.ts'
import {
  commentMoves,
  type CommentState,
  commentStates,
  contentMoves,
  type ContentState,
  contentStates,
} from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { openCase } from '#server/moderation/cases.ts'
import { move, moveIfMay } from '#server/moderation/moves.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { listen } from '../support/listening.ts'

let house: House
let ada: Person
let bob: Person
before(async () => {
  house = await openHouse()
  ada = await house.joins('ada')
  bob = await house.joins('bob')
})
after(() => house.close())

const machine = { kind: 'system', reason: 'reports' } as const
const open = (who: Person, id: string) => who.fetch(`/api/content/${id}`).then(({ status }) => status)
const say = (id: string, body = 'hello') => bob.call(postComment, { params: { id }, body: { body } })
const tried = (work: Promise<unknown>) =>
  work.then(
    () => 'moved',
    (error: unknown) => (error instanceof Refusal ? error.status : Promise.reject(error)),
  )

test('an item moves as the table says and in no other way: every state to every state', async () => {
  for (const from of contentStates)
    for (const to of contentStates) {
      const id = await published(ada)
      await db
        .updateTable('content')
        .set(from === 'deleted' ? { deleted_at: new Date() } : { moderation: from })
        .where('id', '=', id)
        .execute()
      const outcome = await tried(
        transaction((tx) => move(tx, { subject: 'content', id }, to as ContentState, machine)),
      )
      assert.equal(outcome, contentMoves[from].includes(to) ? 'moved' : 409, `${from} → ${to}`)
    }
})

test('a comment moves as the table says and in no other way, and the number beside the item is right after each', async () => {
  const item = await published(ada)
  for (const from of commentStates)
    for (const to of commentStates) {
      const { id } = await say(item)
      await db.updateTable('comments').set({ moderation: from }).where('id', '=', id).execute()
      const outcome = await tried(
        transaction((tx) => move(tx, { subject: 'comment', id }, to as CommentState, machine)),
      )
      assert.equal(outcome, commentMoves[from].includes(to) ? 'moved' : 409, `${from} → ${to}`)
      if (outcome !== 'moved') continue
      const { items } = await ada.call(listComments, { params: { id: item }, query: { limit: 100 } })
      assert.equal((await ada.call(getContent, { params: { id: item } })).comments_count, items.length)
    }
})

test('a held item is gone for others at once, also where it is open, and back when it is approved', async () => {
  const id = await published(ada)
  const ear = await listen(bob, id)
  const ends = ear.next('gone')
  await transaction((tx) => move(tx, { subject: 'content', id }, 'held', machine))
  await ends
  assert.deepEqual([await open(bob, id), await open(ada, id)], [404, 200])
  await transaction((tx) => move(tx, { subject: 'content', id }, 'approved', machine))
  assert.equal(await open(bob, id), 200)
})

test('a comment that is held leaves open pages and comes again when it is approved', async () => {
  const item = await published(ada)
  const { id } = await say(item, 'see me')
  const ear = await listen(house.stranger(), item)
  const goes = ear.next('comment_deleted')
  await transaction((tx) => move(tx, { subject: 'comment', id }, 'held', machine))
  assert.equal((await goes).data['id'], id)
  const comes = ear.next('comment')
  await transaction((tx) => move(tx, { subject: 'comment', id }, 'approved', machine))
  assert.equal((await comes).data['body'], 'see me')
  await ear.stop()
})

test('what the machine finds already moved it leaves alone', async () => {
  const id = await published(ada)
  const hold = () => transaction((tx) => moveIfMay(tx, { subject: 'content', id }, 'held', machine))
  assert.deepEqual((await Promise.all([hold(), hold(), hold()])).toSorted(), [false, false, true])
})

test('however many open a case about the same thing, there is one, as urgent as the most urgent', async () => {
  const contentId = await published(ada)
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transaction((tx) =>
        openCase(tx, { subject: 'content', contentId, userId: ada.id, priority: n === 7 ? 0 : 3 }),
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

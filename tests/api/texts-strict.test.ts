import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signUp } from '#contract/accounts.ts'
import { decideComment, listComments, postComment } from '#contract/comments.ts'
import { db } from '#server/platform/db/db.ts'
import { published } from '../support/films.ts'
import { goodPassword, type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'

let house: House
before(async () => {
  house = await openHouse({ env: { SAFETY_PRESET: 'strict', HOLD_FIRST_COMMENTS: '1' } })
})
after(() => house.close())

const say = (who: Person, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })

test('the first comments of an account wait for a moderator where the operator wants it, and the later ones do not', async () => {
  const max = await house.joins('max', 19)
  const id = await published(max)
  const first = await say(max, id, 'first')
  assert.equal(first.held, 'moderators')
  assert.equal((await say(max, id, 'second')).held, 'moderators')
  await db.updateTable('comments').set({ moderation: 'approved' }).where('id', '=', first.id).execute()
  assert.equal((await say(max, id, 'third')).held, undefined)
})

test('in the strict preset a grown stranger’s comment waits for a creator of 16, and a follower’s does not', async () => {
  const ada = await house.joins('ada', 16)
  await db.updateTable('profiles').set({ is_private: false }).where('user_id', '=', ada.id).execute()
  const eve = await house.joins('eve', 18)
  const own = await say(eve, await published(eve), 'my own')
  await db.updateTable('comments').set({ moderation: 'approved' }).where('id', '=', own.id).execute()
  const id = await published(ada)
  assert.equal((await eve.call(listComments, { params: { id }, query: {} })).may_comment, 'held')
  const waiting = await say(eve, id, 'nice song')
  assert.equal(waiting.held, 'owner')
  await ada.call(decideComment, { params: { id: waiting.id }, body: { decision: 'approve' } })
  const now = {
    follower_id: eve.id,
    followed_id: ada.id,
    state: 'approved' as const,
    approved_at: new Date(),
  }
  await db.insertInto('follows').values(now).execute()
  assert.equal((await say(eve, id, 'nice song again')).held, undefined)
})

test('in the strict preset a telling username is refused under 18', async () => {
  const joins = (age: number) =>
    house.stranger().call(signUp, {
      body: {
        full_name: 'Lena Moller',
        email: 'somebody@example.com',
        age,
        username: 'lena_moller',
        password: goodPassword,
        terms: true,
      },
    })
  assert.match(await refused(joins(15)), /^422 Invalid username \/ It tells something about you/)
  await joins(19)
})

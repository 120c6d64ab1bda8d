import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signUp } from '#contract/accounts/accounts.ts'
import { putCommentDecision, listComments, postComment } from '#contract/engagement/comments.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { SAFETY_PRESET: 'strict', HOLD_FIRST_COMMENTS: '1' } })
})
after(() => testApp.close())

const say = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })

test('the operator can require moderators to approve the first comments of every account', async () => {
  const max = await testApp.signUpMember('max', 19)
  const id = await createPublishedVideo(max)
  const first = await say(max, id, 'first')
  assert.equal(first.held, 'moderators')
  assert.equal((await say(max, id, 'second')).held, 'moderators')
  await db.updateTable('comments').set({ moderation: 'approved' }).where('id', '=', first.id).execute()
  assert.equal((await say(max, id, 'third')).held, undefined)
})

test('under the strict preset, an adult stranger’s comment on a 16-year-old’s video is held until the creator approves it', async () => {
  const ada = await testApp.signUpMember('ada', 16)
  await db.updateTable('profiles').set({ is_private: false }).where('user_id', '=', ada.id).execute()
  const eve = await testApp.signUpMember('eve', 18)
  const own = await say(eve, await createPublishedVideo(eve), 'my own')
  await db.updateTable('comments').set({ moderation: 'approved' }).where('id', '=', own.id).execute()
  const id = await createPublishedVideo(ada)
  assert.equal((await eve.call(listComments, { params: { id }, query: {} })).may_comment, 'held')
  const waiting = await say(eve, id, 'nice song')
  assert.equal(waiting.held, 'owner')
  await ada.call(putCommentDecision, { params: { id: waiting.id }, body: { decision: 'approve' } })
  const now = {
    follower_id: eve.id,
    followed_id: ada.id,
    state: 'approved' as const,
    approved_at: new Date(),
  }
  await db.insertInto('follows').values(now).execute()
  assert.equal((await say(eve, id, 'nice song again')).held, undefined)
})

test('under the strict preset, usernames that identify a minor are refused', async () => {
  const signUpAged = (age: number) =>
    testApp.anonymousUser().call(signUp, {
      body: {
        full_name: 'Lena Moller',
        email: 'somebody@example.com',
        age,
        username: 'lena_moller',
        password: validPassword,
        terms: true,
      },
    })
  assert.match(
    await expectApiError(signUpAged(15)),
    /^422 Invalid username \/ This username contains your real name/,
  )
  await signUpAged(19)
})

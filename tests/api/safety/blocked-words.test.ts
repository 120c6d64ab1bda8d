import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { editComment, listComments, postComment, putCommentDecision } from '#contract/engagement/comments.ts'
import { getOwnProfile, getProfile, updateProfile } from '#contract/people/profiles.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let id: string
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  id = await createPublishedVideo(ada)
  await ada.call(updateProfile, { body: { held_words: 'spoiler*\r\nold band\n# not a word' } })
})
after(() => testApp.close())

const say = (who: TestUser, body: string) => who.call(postComment, { params: { id }, body: { body } })
const heldFor = async (body: string, who = bob) => (await say(who, body)).held

test('a comment with one of the creator’s blocked words is held for approval, however the word is spelled', async () => {
  for (const body of ['SPOILERS ahead', 'what a sp0iler', 'better than your Old  Band!'])
    assert.equal(await heldFor(body), 'owner', body)
  for (const body of ['spoil it', 'an old song by a band', 'not a word'])
    assert.equal(await heldFor(body), undefined, body)
})

test('the creator’s own comments are not held for blocked words', async () => {
  assert.equal(await heldFor('no spoilers, please', ada), undefined)
})

test('only the creator and the author see a held comment until the creator approves it', async () => {
  const { id: comment } = await say(bob, 'the spoiler is in the title')
  const isListed = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).items.some((each) => each.id === comment)
  const visitor = testApp.anonymousUser()
  assert.deepEqual([await isListed(bob), await isListed(ada), await isListed(visitor)], [true, true, false])
  await ada.call(putCommentDecision, { params: { id: comment }, body: { decision: 'approve' } })
  assert.equal(await isListed(visitor), true)
})

test('an edit that adds one of the creator’s blocked words hides the comment', async () => {
  const { id: comment } = await say(bob, 'lovely')
  const edited = await bob.call(editComment, { params: { id: comment }, body: { body: 'lovely spoiler' } })
  assert.equal(edited.held, 'owner')
})

test('only the creator can read their list of blocked words', async () => {
  assert.match((await ada.call(getOwnProfile, {})).held_words, /^spoiler\*/)
  const shown = await bob.call(getProfile, { params: { username: 'ada' } })
  assert.equal(JSON.stringify(shown).includes('spoiler'), false)
})

test('rejects a list of blocked words that is too long and keeps the previous list', async () => {
  assert.equal(
    await expectApiError(ada.call(updateProfile, { body: { held_words: 'x'.repeat(1001) } })),
    '422 Save failed / Use at most 1,000 characters for the list of words.',
  )
  assert.match((await ada.call(getOwnProfile, {})).held_words, /^spoiler\*/)
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { editComment, listComments, postComment, putCommentDecision } from '#contract/engagement/comments.ts'
import { maxMentionsPerComment } from '#contract/engagement/mentions.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { eraseAccountsDueForErasure } from '#server/account-deletion/erase-account.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let cleo: TestUser
let id: string
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  cleo = await testApp.signUpMember('cleo')
  id = await createPublishedVideo(ada)
})
after(() => testApp.close())

const say = (who: TestUser, body: string, on = id) =>
  who.call(postComment, { params: { id: on }, body: { body } })
const names = ({ mentions }: { mentions: { username: string }[] }) => mentions.map(({ username }) => username)
const allow = (who: TestUser, value: 'everyone' | 'following' | 'nobody') =>
  who.call(putSafetySetting, { params: { setting: 'mentions_from' }, body: { value, confirmed: true } })
/** The usernames that link to a profile for this viewer. */
async function linked(comment: { id: string }, who = testApp.anonymousUser(), on = id) {
  const { items } = await who.call(listComments, { params: { id: on }, query: {} })
  return names(items.find((each) => each.id === comment.id)!)
}

test('a comment links the people it mentions, and unknown usernames stay plain text', async () => {
  const posted = await say(bob, 'hi @ADA, @cleo and @nobody_here, write to x@ada')
  assert.deepEqual(names(posted), ['ada', 'cleo'])
  assert.equal(posted.body, 'hi @ADA, @cleo and @nobody_here, write to x@ada')
  assert.deepEqual(await linked(posted), ['ada', 'cleo'])
  assert.deepEqual(names(await say(bob, 'I am @bob')), [])
})

test(`a comment can mention at most ${maxMentionsPerComment} people`, async () => {
  const crowd = Array.from({ length: maxMentionsPerComment + 1 }, (_, n) => `crowd_${n}`)
  for (const name of crowd) await testApp.signUpMember(name)
  const posted = await say(bob, crowd.map((name) => `@${name}`).join(' '))
  assert.deepEqual(names(posted), crowd.slice(0, maxMentionsPerComment))
})

test('members choose who can mention them: everyone, the people they follow, or nobody', async () => {
  const [dan, eve, teen] = [
    await testApp.signUpMember('dan'),
    await testApp.signUpMember('eve'),
    await testApp.signUpMember('teen', 14),
  ]
  await insertApprovedFollow(dan, bob)
  // Following someone does not give permission to mention them.
  await insertApprovedFollow(eve, dan)
  const mentioned = async (by: TestUser) => names(await say(by, 'hey @dan')).length > 0
  for (const [value, byFollowed, byOther] of [
    ['everyone', true, true],
    ['following', true, false],
    ['nobody', false, false],
  ] as const) {
    await allow(dan, value)
    assert.deepEqual([await mentioned(bob), await mentioned(eve)], [byFollowed, byOther], value)
  }
  // The default for members aged 13 to 15 is `following`.
  assert.deepEqual(names(await say(bob, '@teen')), [])
  await insertApprovedFollow(teen, bob)
  assert.deepEqual(names(await say(bob, '@teen')), ['teen'])
})

test('viewers do not see mentions of people whom they blocked or muted, or who blocked them', async () => {
  const [fay, gus, hal] = [
    await testApp.signUpMember('fay'),
    await testApp.signUpMember('gus'),
    await testApp.signUpMember('hal'),
  ]
  const posted = await say(bob, 'look @fay @cleo')
  await fay.call(putBlock, { params: { id: gus.id } })
  await hal.call(putMute, { params: { id: fay.id } })
  assert.deepEqual(await linked(posted, gus), ['cleo'])
  assert.deepEqual(await linked(posted, hal), ['cleo'])
  assert.deepEqual(await linked(posted), ['cleo', 'fay'])
  // A block also prevents new mentions.
  assert.deepEqual(names(await say(gus, '@fay?')), [])

  const listeners = await Promise.all([cleo, gus, hal].map((who) => listenToContentUpdates(who, id)))
  const arrived = Promise.all(listeners.map((listener) => listener.next('comment')))
  await say(bob, 'again @fay @cleo')
  const seen = (await arrived).map(({ data }) =>
    names(data as unknown as { mentions: { username: string }[] }),
  )
  assert.deepEqual(seen, [['cleo', 'fay'], ['cleo'], ['cleo']])
  await Promise.all(listeners.map((listener) => listener.stop()))
})

test('editing a comment adds and removes mentions', async () => {
  const posted = await say(bob, '@ada')
  const edit = (body: string) => bob.call(editComment, { params: { id: posted.id }, body: { body } })
  assert.deepEqual(names(await edit('@ada and @cleo')), ['ada', 'cleo'])
  assert.deepEqual(names(await edit('only @cleo')), ['cleo'])
  assert.deepEqual(await linked(posted), ['cleo'])
})

test('a mention shows a changed username, and becomes plain text when the account is hidden or erased', async () => {
  const ivy = await testApp.signUpMember('ivy')
  const posted = await say(bob, 'hello @ivy')
  await ivy.call(updateProfile, { body: { username: 'ivy_new' } })
  const { items } = await cleo.call(listComments, { params: { id }, query: {} })
  assert.deepEqual(items.find((each) => each.id === posted.id)!.mentions, [
    { name: 'ivy', user_id: ivy.id, username: 'ivy_new' },
  ])
  const setSuspension = (suspended_until: Date | null) =>
    db.updateTable('profiles').set({ suspended_until }).where('user_id', '=', ivy.id).execute()
  await setSuspension(new Date(Date.now() + 3600_000))
  assert.deepEqual(await linked(posted), [])
  await setSuspension(null)
  assert.deepEqual(await linked(posted), ['ivy_new'])
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: new Date(0) })
    .where('user_id', '=', ivy.id)
    .execute()
  await eraseAccountsDueForErasure()
  assert.deepEqual(await linked(posted), [])
  assert.deepEqual(
    await db.selectFrom('comment_mentions').select('name').where('name', '=', 'ivy').execute(),
    [],
  )
})

test('when a creator approves a comment, open pages receive the comment with its mentions', async () => {
  const posted = await say(bob, 'please approve, @cleo')
  await db
    .updateTable('comments')
    .set({ moderation: 'held', held_for: 'owner' })
    .where('id', '=', posted.id)
    .execute()
  const listener = await listenToContentUpdates(cleo, id)
  const arrived = listener.next('comment')
  await ada.call(putCommentDecision, { params: { id: posted.id }, body: { decision: 'approve' } })
  assert.deepEqual(names((await arrived).data as unknown as { mentions: { username: string }[] }), ['cleo'])
  await listener.stop()
})

test('comments with mentions have a lower rate limit than other comments', async () => {
  const eager = await testApp.signUpMember('eager', 18)
  for (let n = 0; n < 20; n++) await say(eager, '@ada')
  assert.match(await expectApiError(say(eager, '@ada')), /^429 Slow down/)
  assert.deepEqual(names(await say(eager, 'without a mention')), [])
})

test('comments contain no profile links for crawlers', async () => {
  const adult = await testApp.signUpMember('grown_up', 19)
  const on = await createPublishedVideo(adult)
  const posted = await say(adult, 'thanks @bob', on)
  const { items } = await testApp
    .anonymousUser()
    .fetch(`/api/content/${on}/comments`, { headers: { 'user-agent': 'Googlebot/2.1' } })
    .then((response) => response.json() as Promise<{ items: { id: string; mentions: unknown[] }[] }>)
  assert.deepEqual(
    items.map((each) => [each.id, each.mentions]),
    [[posted.id, []]],
  )
})

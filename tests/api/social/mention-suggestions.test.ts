import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { getMentionSuggestions, maxMentionSuggestions } from '#contract/engagement/mentions.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let owner: TestUser
let me: TestUser
let people: Record<'in_thread' | 'commenter' | 'followed' | 'stranger', TestUser>
let id: string
let thread: string
before(async () => {
  testApp = await startTestApp()
  const join = (name: string) => testApp.signUpMember(name)
  owner = await join('z_owner')
  me = await join('me_me')
  people = {
    in_thread: await join('in_thread'),
    commenter: await join('commenter'),
    followed: await join('a_followed'),
    stranger: await join('stranger'),
  }
  id = await createPublishedVideo(owner)
  await insertApprovedFollow(me, people.followed)
  thread = (await say(people.commenter, 'start')).id
  await say(people.in_thread, 'reply', thread)
  await say(me, 'my own', thread)
})
after(() => testApp.close())

const say = (who: TestUser, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })
const suggest = async (q = '', inThread?: string, who = me) =>
  (await who.call(getMentionSuggestions, { params: { id }, query: { q, thread: inThread } })).items.map(
    ({ username }) => username,
  )

test('mention suggestions list the creator first, then people who commented or replied, then people the viewer follows', async () => {
  assert.deepEqual(await suggest(), ['z_owner', 'commenter', 'a_followed'])
  assert.deepEqual(await suggest('', thread), ['z_owner', 'commenter', 'in_thread', 'a_followed'])
  assert.deepEqual(await suggest('A_FOL'), ['a_followed'])
  assert.deepEqual(await suggest('str'), [])
  // `_` can occur in usernames, so it must not act as a wildcard.
  assert.deepEqual(await suggest('_'), [])
})

test('mention suggestions contain only people whom the viewer can see and may mention', async () => {
  const [blocked, muted, closed] = [
    await testApp.signUpMember('xx_blocked'),
    await testApp.signUpMember('xx_muted'),
    await testApp.signUpMember('xx_closed'),
  ]
  for (const each of [blocked, muted, closed]) await say(each, 'hello')
  assert.deepEqual(await suggest('xx_'), ['xx_blocked', 'xx_closed', 'xx_muted'])
  await blocked.call(putBlock, { params: { id: me.id } })
  await me.call(putMute, { params: { id: muted.id } })
  await closed.call(putSafetySetting, { params: { setting: 'mentions_from' }, body: { value: 'following' } })
  assert.deepEqual(await suggest('xx_'), [])
  await insertApprovedFollow(closed, me)
  assert.deepEqual(await suggest('xx_'), ['xx_closed'])
})

test('mention suggestions contain nobody from a thread started by a blocked person', async () => {
  const [starter, answerer] = [
    await testApp.signUpMember('yy_starter'),
    await testApp.signUpMember('yy_answerer'),
  ]
  const { id: hidden } = await say(starter, 'start')
  await say(answerer, 'reply', hidden)
  assert.deepEqual(await suggest('yy_', hidden), ['yy_answerer', 'yy_starter'])
  await me.call(putBlock, { params: { id: starter.id } })
  assert.deepEqual(await suggest('yy_', hidden), [])
})

test(`only members get mention suggestions, at most ${maxMentionSuggestions}, and characters that usernames cannot contain are rejected`, async () => {
  for (let n = 0; n <= maxMentionSuggestions; n++) {
    const followed = await testApp.signUpMember(`many_${n}`)
    await insertApprovedFollow(me, followed)
  }
  assert.equal((await suggest('many')).length, maxMentionSuggestions)
  assert.match(await expectApiError(suggest('%')), /^400|^422/)
  assert.match(await expectApiError(suggest('', undefined, testApp.anonymousUser())), /^401/)
  await owner.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
  assert.match(await expectApiError(suggest()), /^404/)
})

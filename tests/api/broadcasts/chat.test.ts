import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/broadcasts/chat.ts'
import { endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { getContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { likeComment } from '#contract/engagement/comment-reactions.ts'
import { editComment, listComments, postComment, putCommentDecision } from '#contract/engagement/comments.ts'
import { claimCase, listCases, postCaseAction } from '#contract/moderation/moderation-cases.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { chat, listChat, listChatTexts, removeFromChat } from '#tests/support/app/chat.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  addBroadcastCapacity,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { setProfilePrivacy, toUserIdParams } from '#tests/support/app/member-actions.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let bob: TestUser
let cleo: TestUser
before(async () => {
  testApp = await startBroadcastTestApp()
  await addBroadcastCapacity(20)
  bob = await testApp.signUpMember('bob')
  cleo = await testApp.signUpMember('cleo')
})
after(() => testApp.close())

/** Starts a broadcast on air. */
async function goLive(name: string): Promise<{ creator: TestUser; id: string }> {
  const creator = await testApp.signUpBroadcaster(name)
  const { id } = await startBroadcast(creator)
  await sendChunk(creator, id, 0, 'header')
  return { creator, id }
}

test('a chat message arrives as a live update, and is neither a comment nor counted as one', async () => {
  const { creator, id } = await goLive('ada')
  const anonymous = testApp.anonymousUser()
  const open = await listenToContentUpdates(anonymous, id)
  const arrives = open.next('chat')
  const sent = await chat(bob, id, 'Hello from the chat')
  assert.deepEqual((await arrives).data, sent)
  assert.equal(sent.role, null)
  assert.equal((await chat(creator, id, 'Welcome')).role, 'creator')
  assert.deepEqual(await listChatTexts(anonymous, id), ['Welcome', 'Hello from the chat'])
  const comments = await anonymous.call(listComments, { params: { id }, query: {} })
  assert.deepEqual(comments.items, [])
  const top = await anonymous.call(listComments, { params: { id }, query: { sort: 'top' } })
  assert.deepEqual(top.items, [])
  assert.equal((await anonymous.call(getContent, { params: { id } })).comments_count, 0)
  const { rows } = await sql`select from pgboss.job where name = 'create-notifications'`.execute(db)
  assert.equal(rows.length, 0)
  await bob.call(postComment, { params: { id }, body: { body: 'A comment' } })
  assert.equal((await listChat(bob, id)).items.length, 2)
  await open.stop()
})

test('chat messages cannot be edited, liked or answered', async () => {
  const { id } = await goLive('bea')
  const { id: comment } = await chat(bob, id, 'Only in the chat')
  const edit = bob.call(editComment, { params: { id: comment }, body: { body: 'Changed' } })
  assert.match(await expectApiError(edit), /^409|^403|^410/)
  assert.match(await expectApiError(cleo.call(likeComment, { params: { id: comment } })), /^404/)
  const reply = cleo.call(postComment, { params: { id }, body: { body: 'Yes', reply_to: comment } })
  assert.match(await expectApiError(reply), /^404/)
})

test('only broadcasts have a chat, and it closes with the broadcast', async () => {
  const { creator, id } = await goLive('dora')
  const video = await createPublishedVideo(bob)
  assert.match(await expectApiError(chat(cleo, video, 'Hello')), /^404/)
  assert.match(await expectApiError(listChat(cleo, video)), /^404/)
  await chat(bob, id, 'During')
  await creator.call(endBroadcast, { params: { id }, body: {} })
  // Viewers see the last 10 s only now, so they can still talk about them.
  await chat(bob, id, 'Bye')
  await db.updateTable('broadcasts').set({ delay_seconds: 0 }).where('content_id', '=', id).execute()
  assert.match(await expectApiError(chat(bob, id, 'Late')), /^410 The chat has ended/)
  const { open, items } = await listChat(bob, id)
  assert.equal(open, false)
  assert.equal(items.length, 2)
})

test('the chat of a broadcast that a person may not watch does not exist for them', async () => {
  const { creator, id } = await goLive('eva')
  const { id: message_id } = await chat(bob, id, 'Public so far')
  const open = await listenToContentUpdates(bob, id)
  await setProfilePrivacy(creator, true)
  await open.next('gone')
  const never = '00000000-0000-4000-8000-000000000000'
  for (const requests of [
    (of: string) => chat(bob, of, 'Hello'),
    (of: string) => listChat(bob, of),
    (of: string) => bob.call(contract.getChatReplay, { params: { id: of }, query: {} }),
    (of: string) => bob.call(contract.listRemovedChatMessages, { params: { id: of } }),
  ])
    assert.equal(await expectApiError(requests(id)), await expectApiError(requests(never)))
  assert.match(await expectApiError(removeFromChat(bob, id, message_id)), /^404/)
})

test('the creator decides who can write, and turning comments off hides the chat', async () => {
  const { creator, id } = await goLive('fay')
  const choose = (comment_mode: 'off' | 'followers' | 'held') =>
    creator.call(updateContent, { params: { id }, body: { comment_mode } })
  await chat(bob, id, 'Before')
  await choose('followers')
  assert.match(await expectApiError(chat(bob, id, 'Stranger')), /^403/)
  await choose('held')
  const open = await listenToContentUpdates(creator, id)
  const others = await listenToContentUpdates(cleo, id)
  const held = open.next('chat_held')
  assert.equal((await chat(bob, id, 'Please')).held, 'owner')
  assert.equal((await held).data.body, 'Please')
  assert.deepEqual(await listChatTexts(cleo, id), ['Before'])
  assert.deepEqual(await listChatTexts(creator, id), ['Please', 'Before'])
  await choose('off')
  assert.deepEqual(await listChat(cleo, id).then(({ items, may_comment }) => [items, may_comment]), [
    [],
    'off',
  ])
  assert.match(await expectApiError(chat(bob, id, 'Hello?')), /^403/)
  assert.ok(!others.heard.some(({ name }) => name.startsWith('chat')))
  await open.stop()
  await others.stop()
})

test('messages with blocked words wait for the creator, and appear when the creator approves them', async () => {
  const { creator, id } = await goLive('gil')
  await creator.call(updateProfile, { body: { held_words: 'spoiler' } })
  const { id: held, ...message } = await chat(bob, id, 'A spoiler for everyone')
  assert.equal(message.held, 'owner')
  const open = await listenToContentUpdates(cleo, id)
  const arrives = open.next('chat')
  await creator.call(putCommentDecision, { params: { id: held }, body: { decision: 'approve' } })
  assert.equal((await arrives).data.id, held)
  assert.deepEqual(await listChatTexts(cleo, id), ['A spoiler for everyone'])
  assert.equal((await cleo.call(getContent, { params: { id } })).comments_count, 0)
  await open.stop()
})

test('messages are moderated like comments', async () => {
  const { id } = await goLive('hal')
  assert.match(await expectApiError(chat(bob, id, 'fuck this')), /^422/)
  assert.match(await expectApiError(chat(bob, id, ' ')), /^422/)
  assert.match(await expectApiError(chat(bob, id, 'x'.repeat(201))), /^422 Message too long/)
  assert.equal((await chat(bob, id, 'Write to me at bob@example.com')).held, 'moderators')
  assert.deepEqual(await listChatTexts(cleo, id), [])
  await db
    .updateTable('profiles')
    .set({ comments_muted_until: new Date(Date.now() + 60_000) })
    .where('user_id', '=', bob.id)
    .execute()
  assert.match(await expectApiError(chat(bob, id, 'Hello')), /^403/)
  await db.updateTable('profiles').set({ comments_muted_until: null }).where('user_id', '=', bob.id).execute()
})

test('blocks hide messages in both directions, and muted people are left out', async () => {
  const { id } = await goLive('ivy')
  const [kim, lou, max] = [
    await testApp.signUpMember('kim'),
    await testApp.signUpMember('lou'),
    await testApp.signUpMember('max'),
  ]
  await kim.call(putBlock, toUserIdParams(lou))
  await kim.call(putMute, toUserIdParams(max))
  const open = await listenToContentUpdates(kim, id)
  const blocked = await listenToContentUpdates(lou, id)
  await chat(lou, id, 'From Lou')
  await chat(max, id, 'From Max')
  await chat(kim, id, 'From Kim')
  const last = open.next('chat')
  await chat(bob, id, 'From Bob')
  await last
  assert.deepEqual(await listChatTexts(kim, id), ['From Bob', 'From Kim'])
  assert.deepEqual(await listChatTexts(lou, id), ['From Bob', 'From Max', 'From Lou'])
  const texts = (heard: typeof open.heard) =>
    heard.filter((one) => one.name === 'chat').map((one) => one.data.body)
  assert.deepEqual(texts(open.heard).toSorted(), ['From Bob', 'From Kim'])
  assert.ok(!texts(blocked.heard).includes('From Kim'))
  await open.stop()
  await blocked.stop()
})

test('a reported message is in the moderation queue, and its removal is shown at once', async () => {
  const { id } = await goLive('jon')
  const { id: message } = await chat(bob, id, 'Something unkind')
  await cleo.call(sendReport, {
    body: { subject: 'comment', id: message, reason: 'bullying' },
  })
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const [found] = (await mia.call(listCases, { query: { only: 'free' } })).items
  await mia.call(claimCase, { params: { id: found!.id } })
  const open = await listenToContentUpdates(cleo, id)
  const leaves = open.next('comment_deleted')
  const decision = { action: 'remove', rule: 'bullying', facts: 'It is unkind.' } as const
  await mia.call(postCaseAction, { params: { id: found!.id }, body: decision })
  assert.equal((await leaves).data.id, message)
  assert.deepEqual(await listChatTexts(cleo, id), [])
  await open.stop()
})

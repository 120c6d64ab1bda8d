import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/chat.ts'
import * as helpers from '#contract/broadcasts/chat-helpers.ts'
import { endAdultHelpersOfMinors } from '#server/comments/chat/chat-helpers.ts'
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
import { follow, unfollow } from '#tests/support/app/member-actions.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'

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

async function goLive(name: string): Promise<{ creator: TestUser; id: string }> {
  const creator = await testApp.signUpBroadcaster(name)
  const { id } = await startBroadcast(creator)
  await sendChunk(creator, id, 0, 'header')
  return { creator, id }
}

const setSlowMode = (who: TestUser, id: string, slow_mode_seconds: number) =>
  who.call(contract.putChatSettings, { params: { id }, body: { slow_mode_seconds } })
const addHelper = (who: TestUser, username: string) => who.call(helpers.addChatHelper, { body: { username } })

test('in slow mode, each person can send one message in the chosen time, also with concurrent requests', async () => {
  const { creator, id } = await goLive('ada')
  const open = await listenToContentUpdates(bob, id)
  const changes = open.next('chat_settings')
  await setSlowMode(creator, id, 60)
  assert.deepEqual((await changes).data, { slow_mode_seconds: 60 })
  const sent = await Promise.allSettled([1, 2, 3, 4].map((number) => chat(bob, id, `Message ${number}`)))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.match(await expectApiError(chat(bob, id, 'Again')), /^429 Slow mode is on .* every 60 seconds/)
  const { wait_seconds, slow_mode_seconds } = await listChat(bob, id)
  assert.equal(slow_mode_seconds, 60)
  assert.ok(wait_seconds > 50 && wait_seconds <= 60, String(wait_seconds))
  await chat(cleo, id, 'Somebody else')
  await chat(creator, id, 'The creator')
  await chat(creator, id, 'does not wait')
  await db
    .updateTable('chat_senders')
    .set({ last_sent_at: new Date(Date.now() - 61_000) })
    .where('user_id', '=', bob.id)
    .execute()
  const { id: message } = await chat(bob, id, 'After the wait')
  await removeFromChat(bob, id, message)
  assert.match(await expectApiError(chat(bob, id, 'After deleting')), /^429/)
  await setSlowMode(creator, id, 0)
  await chat(bob, id, 'Not slow any more')
  await open.stop()
})

test('only the creator can change slow mode, up to 120 seconds', async () => {
  const { creator, id } = await goLive('bea')
  assert.match(await expectApiError(setSlowMode(bob, id, 10)), /^404/)
  assert.match(await expectApiError(setSlowMode(creator, id, 121)), /^422/)
  assert.match(await expectApiError(setSlowMode(creator, id, -1)), /^422/)
})

test('up to three followers can be helpers, and a helper who stops following is none any more', async () => {
  const { creator, id } = await goLive('dora')
  assert.match(await expectApiError(addHelper(creator, 'bob')), /^422 Not one of your followers/)
  assert.match(await expectApiError(addHelper(creator, 'nobody_at_all')), /^422 Not one of your followers/)
  for (const name of ['kim', 'lou', 'max']) {
    await follow(await testApp.signUpMember(name), creator)
    await addHelper(creator, name)
  }
  await follow(bob, creator)
  assert.match(await expectApiError(addHelper(creator, 'bob')), /^409 No more helpers/)
  const { items } = await creator.call(helpers.listChatHelpers, {})
  assert.deepEqual(
    items.map(({ username }) => username),
    ['kim', 'lou', 'max'],
  )
  assert.equal(
    (await creator.call(helpers.removeChatHelper, { params: { id: items[0]!.user_id } })).items.length,
    2,
  )
  assert.equal((await addHelper(creator, '@Bob')).items.length, 3)
  assert.equal((await listChat(bob, id)).role, 'helper')
  assert.equal((await chat(bob, id, 'I help')).role, 'helper')
  await unfollow(bob, creator)
  await follow(bob, creator)
  assert.equal((await listChat(bob, id)).role, null)
  assert.equal((await creator.call(helpers.listChatHelpers, {})).items.length, 2)
  await addHelper(creator, 'bob')
  await bob.call(helpers.leaveChatHelpers, { params: { id } })
  assert.equal((await listChat(bob, id)).role, null)
})

test('only people under 18 can be helpers of a creator under 18', async () => {
  const { creator, id } = await goLive('gus')
  const adult = await testApp.signUpMember('hal', 18)
  const minor = await testApp.signUpMember('ivy', 17)
  await insertApprovedFollow(adult, creator)
  await insertApprovedFollow(minor, creator)
  const refused = await expectApiError(addHelper(creator, 'hal'))
  assert.match(refused, /^422 Not under 18.*Helpers need to be under 18, like you\.$/)
  await addHelper(creator, 'ivy')
  const { id: message } = await chat(bob, id, 'For the helper')
  const setIsMinor = (who: TestUser, is_minor: boolean) =>
    db.updateTable('profiles').set({ is_minor }).where('user_id', '=', who.id).execute()
  await setIsMinor(minor, false)
  assert.equal((await listChat(minor, id)).role, null)
  assert.match(await expectApiError(removeFromChat(minor, id, message)), /^403/)
  assert.deepEqual((await creator.call(helpers.listChatHelpers, {})).items, [])
  // The role does not come back when the creator turns 18, too.
  await endAdultHelpersOfMinors()
  await setIsMinor(creator, false)
  assert.equal((await listChat(minor, id)).role, null)
  assert.equal((await addHelper(creator, 'hal')).items.length, 1)
  await endAdultHelpersOfMinors()
  assert.equal((await listChat(adult, id)).role, 'helper')
})

test('the author, the creator and helpers remove messages, and the creator sees who removed what', async () => {
  const { creator, id } = await goLive('eva')
  const nia = await testApp.signUpMember('nia')
  await follow(nia, creator)
  await addHelper(creator, 'nia')
  const [own, first, second, byCreator] = [
    await chat(bob, id, 'Mine'),
    await chat(bob, id, 'First'),
    await chat(bob, id, 'Second'),
    await chat(creator, id, 'From the creator'),
  ]
  const open = await listenToContentUpdates(testApp.anonymousUser(), id)
  assert.match(await expectApiError(removeFromChat(cleo, id, first.id)), /^403/)
  assert.match(await expectApiError(removeFromChat(nia, id, byCreator.id)), /^403/)
  for (const [who, message] of [
    [bob, own],
    [nia, first],
    [creator, second],
  ] as const) {
    const leaves = open.next('comment_deleted')
    await removeFromChat(who, id, message.id)
    assert.equal((await leaves).data.id, message.id)
  }
  assert.deepEqual(await listChatTexts(cleo, id), ['From the creator'])
  assert.match(await expectApiError(removeFromChat(nia, id, first.id)), /^404/)
  const { items } = await creator.call(contract.listRemovedChatMessages, { params: { id } })
  assert.deepEqual(
    items.map(({ body, username, removed_by }) => [body, username, removed_by]),
    [
      ['Second', 'bob', 'eva'],
      ['First', 'bob', 'nia'],
    ],
  )
  const list = nia.call(contract.listRemovedChatMessages, { params: { id } })
  assert.match(await expectApiError(list), /^404/)
  await open.stop()
})

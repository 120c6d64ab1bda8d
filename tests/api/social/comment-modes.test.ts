import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { likeComment } from '#contract/engagement/comment-reactions.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import {
  deleteComment,
  editComment,
  listComments,
  listReplies,
  postComment,
  putCommentDecision,
} from '#contract/engagement/comments.ts'
import { listNotifications } from '#contract/notifications.ts'
import { putFollow } from '#contract/people/follows.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let cleo: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  cleo = await testApp.signUpMember('cleo')
  await bob.call(putFollow, { params: { id: ada.id } })
})
after(() => testApp.close())

const say = (who: TestUser, id: string, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })
const list = (who: TestUser, id: string) => who.call(listComments, { params: { id }, query: {} })
const choose = (id: string, comment_mode: CommentMode, who = ada) =>
  who.call(updateContent, { params: { id }, body: { comment_mode } })
const videoWith = async (mode: CommentMode) => {
  const id = await createPublishedVideo(ada)
  await choose(id, mode)
  return id
}

test('when uploading a video, a creator chooses who can comment, and can change this later', async () => {
  const body = { title: 'Quiet', content_type: 'talent', comment_mode: 'followers' } as const
  const { contentId: id } = await ada.call(createUpload, { body })
  const mode = async () => (await ada.call(getOwnContent, { params: { id } })).comment_mode
  assert.equal(await mode(), 'followers')
  assert.equal((await choose(id, 'held')).comment_mode, 'held')
  assert.equal(await mode(), 'held')
  assert.match(await expectApiError(choose(id, 'off', bob)), /^404/)
})

test('if comments are limited to followers, only approved followers and the creator can comment or reply', async () => {
  const id = await videoWith('followers')
  const { id: thread } = await say(bob, id, 'I follow you')
  await say(ada, id, 'thanks', thread)
  const refused =
    '403 Followers only / Only followers can comment on this video. Follow the creator to join in.'
  assert.equal(await expectApiError(say(cleo, id, 'me too')), refused)
  assert.equal(await expectApiError(say(cleo, id, 'me too', thread)), refused)
  const seen = await list(cleo, id)
  assert.deepEqual([seen.items.length, seen.may_comment, seen.comment_mode], [1, 'followers', null])
  assert.equal((await list(testApp.anonymousUser(), id)).may_comment, 'followers')
  assert.equal((await list(bob, id)).may_comment, 'yes')
  assert.equal((await list(ada, id)).comment_mode, 'followers')
})

test('if comments require approval, each comment and reply waits until the creator approves it', async () => {
  const id = await videoWith('held')
  const { id: thread, held } = await say(bob, id, 'first')
  assert.equal(held, 'owner')
  assert.equal((await list(cleo, id)).may_comment, 'held')
  assert.equal((await say(ada, id, 'the creator does not wait')).held, undefined)
  const bodies = async (who: TestUser) => (await list(who, id)).items.map(({ body }) => body)
  assert.deepEqual(await bodies(cleo), ['the creator does not wait'])
  assert.deepEqual(await bodies(bob), ['the creator does not wait', 'first'])
  assert.deepEqual(await bodies(ada), ['the creator does not wait', 'first'])
  await ada.call(putCommentDecision, { params: { id: thread }, body: { decision: 'approve' } })
  assert.deepEqual(await bodies(cleo), ['the creator does not wait', 'first'])
  assert.equal((await say(cleo, id, 'a reply', thread)).held, 'owner')
  const edited = await bob.call(editComment, { params: { id: thread }, body: { body: 'second' } })
  assert.equal(edited.held, 'owner')
})

test('turning comments off hides existing comments from everyone but the creator and deletes none', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'before')
  await say(cleo, id, 'a reply', thread)
  await choose(id, 'off')
  const visitor = testApp.anonymousUser()
  const count = async (who: TestUser) => (await who.call(getContent, { params: { id } })).comments_count
  for (const who of [bob, cleo, visitor]) {
    const { items, may_comment, next_cursor } = await list(who, id)
    assert.deepEqual([items, may_comment, next_cursor], [[], 'off', null])
    assert.equal(await count(who), 0)
    assert.match(await expectApiError(who.call(listReplies, { params: { id: thread }, query: {} })), /^404/)
  }
  const own = await list(ada, id)
  assert.deepEqual([own.items.length, own.may_comment, own.comment_mode], [1, 'off', 'off'])
  assert.equal(await count(ada), 2)
  const off = '403 Comments are off / Comments are turned off for this video.'
  for (const who of [ada, bob]) assert.equal(await expectApiError(say(who, id, 'hello?')), off)
  assert.equal(await expectApiError(say(cleo, id, 'hello?', thread)), off)
  const change = bob.call(editComment, { params: { id: thread }, body: { body: 'after' } })
  assert.equal(await expectApiError(change), off)
  assert.match(await expectApiError(cleo.call(likeComment, { params: { id: thread } })), /^404/)
  const report = { subject: 'comment', id: thread, reason: 'other' } as const
  assert.match(await expectApiError(cleo.call(sendReport, { body: report })), /^404/)

  await choose(id, 'everyone')
  assert.equal((await list(cleo, id)).items[0]!.replies_count, 1)
  assert.equal(await count(cleo), 2)
})

test('authors can still delete their comments while comments are off', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'changed my mind')
  await choose(id, 'off')
  await bob.call(deleteComment, { params: { id: comment } })
  assert.deepEqual((await list(ada, id)).items, [])
})

test('notifications about replies disappear while comments are off', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'any answer?')
  await say(cleo, id, 'a secret answer', thread)
  const excerpts = async () =>
    (await bob.call(listNotifications, { query: {} })).items.map(({ excerpt }) => excerpt)
  await waitUntil(async () => (await excerpts()).includes('a secret answer'))
  await choose(id, 'off')
  assert.equal((await excerpts()).includes('a secret answer'), false)
})

test('open pages reload when the comment mode changes, and receive no comments while comments are off', async () => {
  const id = await videoWith('held')
  const { id: held } = await say(bob, id, 'please approve')
  const [viewer, creator] = await Promise.all([
    listenToContentUpdates(cleo, id),
    listenToContentUpdates(ada, id),
  ])
  const reset = viewer.next('reset')
  await choose(id, 'off')
  await reset
  const counts = viewer.next('counts')
  const posted = creator.next('comment')
  await ada.call(putCommentDecision, { params: { id: held }, body: { decision: 'approve' } })
  assert.equal((await posted).data.body, 'please approve')
  assert.equal((await counts).data.comments_count, 0)
  const back = viewer.next('reset')
  await choose(id, 'everyone')
  await back
  const comment = viewer.next('comment')
  await say(bob, id, 'hello again')
  assert.equal((await comment).data.body, 'hello again')
  assert.deepEqual(
    viewer.heard.filter(({ name }) => name === 'comment').map(({ data }) => data.body),
    ['hello again'],
  )
  await Promise.all([viewer.stop(), creator.stop()])
})

test('a page that reconnects while comments are off receives no missed comments', async () => {
  const id = await createPublishedVideo(ada)
  const { live_cursor } = await cleo.call(getContent, { params: { id } })
  await say(bob, id, 'missed')
  await choose(id, 'off')
  const viewer = await listenToContentUpdates(cleo, id, live_cursor)
  const reset = viewer.next('reset')
  await reset
  assert.deepEqual(
    viewer.heard.filter(({ name }) => name === 'comment'),
    [],
  )
  await viewer.stop()
})

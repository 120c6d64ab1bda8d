import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { publicationStates } from '#contract/content/content-types.ts'
import { publicationTransitions } from '#server/content/publication/publication.ts'
import {
  publishOverdueVideos,
  publishScheduledVideo,
} from '#server/content/publication/publish-scheduled-videos.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { canWatch } from '#tests/support/app/member-actions.ts'
import {
  emitVideoReady,
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let people = 0
before(async () => (testApp = await startTestApp({ working: true })))
after(() => testApp.close())

const join = () => testApp.signUpMember(`maker${++people}`)
const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const tomorrow = () => minutesAhead(24 * 60)

const update = (who: TestUser, id: string, body: InputOf<typeof updateContent>['body']) =>
  who.call(updateContent, { params: { id }, body })

/** Returns the titles of the creator's videos that everyone can find, newest first. */
async function titlesInLists(creator: TestUser): Promise<string[]> {
  const { items } = await testApp.anonymousUser().call(listContent, { query: { creator: creator.id } })
  return items.map(({ title }) => title)
}

/** Creates a scheduled video that is due. */
async function createDueVideo(owner: TestUser, more: Parameters<typeof createPublishedVideo>[1] = {}) {
  const publishAt = new Date(Date.now() - 1000)
  return createPublishedVideo(owner, { ...more, publication: 'scheduled', publishAt, minutesAgo: 60 })
}

const upload = (who: TestUser, more: Partial<InputOf<typeof createUpload>['body']>) =>
  who.call(createUpload, {
    body: {
      title: 'Night bus',
      content_type: 'music',
      genre: 'Pop',
      file_name: 'a.mp4',
      file_size: 9,
      ...more,
    },
  })

test('only the owner can see a draft, which becomes the newest video when it is published', async () => {
  const [ada, fan] = [await join(), await join()]
  await followWithNotifications(fan, ada)
  const draft = await createPublishedVideo(ada, { title: 'draft', publication: 'draft', minutesAgo: 60 })
  await createPublishedVideo(ada, { title: 'older', minutesAgo: 30 })
  await emitVideoReady(draft)
  assert.deepEqual(
    [await canWatch(ada, draft), await canWatch(fan, draft), await titlesInLists(ada)],
    [true, false, ['older']],
  )
  const shown = await update(ada, draft, { publication_state: 'published' })
  assert.deepEqual([shown.publication_state, shown.visibility], ['published', 'public'])
  await waitForNewVideoNotifications()
  assert.deepEqual(
    [await canWatch(fan, draft), await titlesInLists(ada), await listNewVideoNotifications(fan)],
    [true, ['draft', 'older'], [`1 of ${ada.name}: draft`]],
  )
})

test('a video can be uploaded as a draft or with a scheduled publication time', async () => {
  const ada = await join()
  const publish_at = tomorrow()
  for (const [body, expected] of [
    [{}, ['published', null, 'public']],
    [{ publication_state: 'draft', visibility: 'followers' }, ['draft', null, 'followers']],
    [{ publish_at, visibility: 'unlisted' }, ['scheduled', publish_at, 'unlisted']],
  ] as const) {
    const { contentId } = await upload(ada, body)
    const item = await ada.call(getOwnContent, { params: { id: contentId } })
    assert.deepEqual([item.publication_state, item.publish_at, item.visibility], expected)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  }
})

test('the publication state of a video changes only through allowed transitions', async () => {
  const ada = await join()
  for (const from of publicationStates)
    for (const to of publicationStates) {
      const publishAt = from === 'scheduled' ? new Date(tomorrow()) : undefined
      const id = await createPublishedVideo(ada, { publication: from, ...(publishAt && { publishAt }) })
      const body = { publication_state: to, ...(to === 'scheduled' && { publish_at: tomorrow() }) }
      if (publicationTransitions[from].includes(to))
        assert.equal((await update(ada, id, body)).publication_state, to)
      else assert.match(await expectApiError(update(ada, id, body)), /^409 Already published/)
    }
})

test('a video can be scheduled at least a minute and at most a year ahead', async () => {
  const ada = await join()
  const id = await createPublishedVideo(ada, { publication: 'draft' })
  const day = 24 * 60
  for (const minutes of [-5, 0, 0.9, 366 * day])
    assert.equal(
      await expectApiError(update(ada, id, { publish_at: minutesAhead(minutes) })),
      '422 Choose another time / Choose a time at least a minute from now and at most a year from now.',
    )
  assert.match(await expectApiError(update(ada, id, { publication_state: 'scheduled' })), /^422 When should/)
  assert.match(await expectApiError(update(ada, id, { publish_at: 'soon' })), /^422 Choose another time/)
  assert.match(
    await expectApiError(update(ada, id, { publication_state: 'draft', publish_at: tomorrow() })),
    /^422 This video isn’t scheduled/,
  )
  for (const minutes of [1.1, 364 * day]) {
    const publish_at = minutesAhead(minutes)
    assert.equal((await update(ada, id, { publish_at })).publish_at, publish_at)
  }
  const due = await createDueVideo(ada)
  const { publish_at } = await ada.call(getOwnContent, { params: { id: due } })
  const saved = await update(ada, due, { publish_at: publish_at!, title: 'Renamed' })
  assert.deepEqual([saved.title, saved.publication_state], ['Renamed', 'scheduled'])
})

test('concurrent jobs publish a scheduled video once, and each follower gets one notification', async () => {
  const [ada, fan] = [await join(), await join()]
  await followWithNotifications(fan, ada)
  const id = await createDueVideo(ada, { title: 'on time' })
  assert.equal(await canWatch(fan, id), false)
  await Promise.all(Array.from({ length: 8 }, () => publishScheduledVideo({ contentId: id })))
  const { created_at } = await ada.call(getOwnContent, { params: { id } })
  await publishScheduledVideo({ contentId: id })
  await publishOverdueVideos()
  await waitForNewVideoNotifications()
  const item = await ada.call(getOwnContent, { params: { id } })
  assert.deepEqual(
    [item.publication_state, item.publish_at, item.created_at],
    ['published', null, created_at],
  )
  assert.ok(Date.now() - Date.parse(created_at) < 60_000, 'the video is sorted by its publication time')
  assert.deepEqual(
    [await listNewVideoNotifications(fan), await canWatch(fan, id)],
    [[`1 of ${ada.name}: on time`], true],
  )
})

test('a scheduled video is published neither early nor after it was deleted or changed back to a draft', async () => {
  const ada = await join()
  const early = await createPublishedVideo(ada, { publication: 'draft' })
  await update(ada, early, { publish_at: tomorrow() })
  const deleted = await createDueVideo(ada)
  await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  const canceled = await createDueVideo(ada)
  assert.equal((await update(ada, canceled, { publication_state: 'draft' })).publish_at, null)
  for (const contentId of [early, deleted, canceled]) await publishScheduledVideo({ contentId })
  await publishOverdueVideos()
  assert.deepEqual(await titlesInLists(ada), [])
})

test('a video that is still processing or held at its scheduled time is published once it is ready and approved', async () => {
  const [ada, fan] = [await join(), await join()]
  await followWithNotifications(fan, ada)
  const slow = await createDueVideo(ada, { title: 'slow', status: 'processing' })
  const held = await createDueVideo(ada, { title: 'held', moderation: 'held' })
  await publishOverdueVideos()
  await waitForNewVideoNotifications()
  assert.deepEqual([await titlesInLists(ada), await listNewVideoNotifications(fan)], [[], []])
  await db
    .updateTable('content')
    .set({ stream_status: 'ready', stream_url: '/media/x/master.m3u8' })
    .where('id', '=', slow)
    .execute()
  await emitVideoReady(slow)
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', held).execute()
  await transaction((tx) => emitEvent(tx, { type: 'content_visibility_changed', contentId: held }))
  await waitForNewVideoNotifications()
  assert.deepEqual((await titlesInLists(ada)).toSorted(), ['held', 'slow'])
  assert.equal((await listNewVideoNotifications(fan)).length, 1)
})

test('a published video gets the visibility that its creator chose before publication', async () => {
  const [ada, stranger] = [await join(), await join()]
  for (const [visibility, isOpen, listed] of [
    ['public', true, ['a']],
    ['unlisted', true, []],
    ['followers', false, []],
    ['only_me', false, []],
  ] as const) {
    const id = await createDueVideo(ada, { title: 'a', visibility })
    await publishScheduledVideo({ contentId: id })
    assert.deepEqual([await canWatch(stranger, id), await titlesInLists(ada)], [isOpen, listed], visibility)
    assert.equal((await ada.call(getOwnContent, { params: { id } })).visibility, visibility)
    await db.deleteFrom('content').where('id', '=', id).execute()
  }
})

test('the database rejects column values that contradict the publication state', async () => {
  const ada = await join()
  const id = await createPublishedVideo(ada)
  const wrong = [
    { publication_state: 'draft' },
    { publication_state: 'draft', visibility: 'only_me' },
    { publication_state: 'scheduled', visibility: 'only_me', chosen_visibility: 'public' },
    { publish_at: new Date() },
    { chosen_visibility: 'unlisted' },
    { visibility: 'only_me', chosen_visibility: 'public' },
  ] as const
  for (const columns of wrong)
    await assert.rejects(
      db.updateTable('content').set(columns).where('id', '=', id).execute(),
      /content_publication_check/,
      JSON.stringify(columns),
    )
})

/**
 * Tests that the demo content lets a member see every feature. The tests run the demo on a site that already
 * has the rows of the videos, but no media files.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { toContentType } from '#contract/content/content-types.ts'
import { getOwnAnalytics, getVideoAnalytics } from '#contract/engagement/analytics.ts'
import { listComments } from '#contract/engagement/comments.ts'
import { listOwnPlaylists, listPlaylistItems, listProfilePlaylists } from '#contract/engagement/playlists.ts'
import { listWatchHistory } from '#contract/engagement/watch-history.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listFollowing, listFollowRequests } from '#contract/people/follows.ts'
import { getWeeklyDigest } from '#contract/weekly-digest.ts'
import { publishDailyAnalytics } from '#server/analytics/release-daily-analytics.ts'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { backdateContent } from '../../../bin/demo/backdate-content.ts'
import { demoClips, isPublicClip } from '../../../bin/demo/clips.ts'
import {
  addCommentShowcase,
  setDemoCommentModes,
  commentShowcaseClip,
} from '../../../bin/demo/comment-showcase.ts'
import { demoCreators } from '../../../bin/demo/creators.ts'
import { type DemoDataRecord, loadOrCreateDemoDataRecord } from '../../../bin/demo/demo-data-record.ts'
import { createDemoFollows } from '../../../bin/demo/follows.ts'
import {
  demoWatchHistory,
  fillPrimaryDemoAccount,
  primaryDemoUsername,
} from '../../../bin/demo/primary-demo-account.ts'
import { addLikesAndComments } from '../../../bin/demo/likes-and-comments.ts'
import { createDemoCases, deleteDemoCases, reportDemoClip } from '../../../bin/demo/moderation-cases.ts'
import { createDemoPlaylists, demoPlaylists, demoWatchLater } from '../../../bin/demo/playlists.ts'
import { addDemoViews } from '../../../bin/demo/views.ts'

let testApp: TestApp
let records: DemoDataRecord
let guide: TestUser
const people = new Map<string, TestUser>()
const idOf = (title: string) => records.getId(`clip:${title}`)!

/** Creates an anonymous visitor with this user agent. */
function createVisitor(userAgent: string): TestUser {
  const visitor = testApp.anonymousUser()
  const send = visitor.fetch.bind(visitor)
  visitor.fetch = (path, init = {}) =>
    send(path, { ...init, headers: { ...(init.headers as object), 'user-agent': userAgent } })
  return visitor
}

/** Runs the steps of the demo that need no video files. */
async function fillSite(): Promise<void> {
  const clips = demoClips.filter(isPublicClip)
  await createDemoFollows(people, records)
  await addLikesAndComments(people, records, clips, () => undefined)
  await addCommentShowcase(people, records)
  await setDemoCommentModes(people, records, clips)
  await createDemoPlaylists(people, records)
  await fillPrimaryDemoAccount(people, records)
  await addDemoViews(db, createVisitor, people, records, demoClips)
  for (const clip of clips.filter(({ special }) => special === 'held'))
    await reportDemoClip(people, records, clip)
  await createDemoCases(people, records)
}

before(async () => {
  testApp = await startTestApp({ working: true })
  records = await loadOrCreateDemoDataRecord(db)
  for (const { username, age } of demoCreators) {
    const person = await testApp.signUpMember(username, age)
    people.set(username, person)
    await records.record(`account:${username}`, person.id)
  }
  guide = people.get(primaryDemoUsername)!
  for (const { title, by, type, seconds, special } of demoClips) {
    const fields = {
      title,
      seconds,
      type: toContentType(type),
      ...(special === 'unlisted' && { visibility: 'unlisted' as const }),
      ...(special === 'draft' && { publication: 'draft' as const }),
      ...(special === 'scheduled' && {
        publication: 'scheduled' as const,
        publishAt: new Date(Date.now() + 1e9),
      }),
    }
    await records.record(`clip:${title}`, await createPublishedVideo(people.get(by)!, fields))
  }
  // If the demo is interrupted, the next run repeats some steps, so every step must be able to run twice.
  await fillSite()
  await fillSite()
  await backdateContent(db, records)
  await publishDailyAnalytics()
})
after(() => testApp.close())

test('the demo comments include replies, mentions, likes, edits and a held comment', async () => {
  const params = { id: idOf(commentShowcaseClip.title) }
  const { items } = await guide.call(listComments, { params, query: { sort: 'top' } })
  const find = (text: string) => items.find(({ body }) => body.includes(text))!
  assert.ok(items[0]!.pinned)
  assert.ok(items[1]!.body.startsWith('0:08'), 'the comment with the most likes is first')
  assert.equal(items[1]!.likes_count, 5)
  assert.deepEqual(
    items[1]!.replies.map(({ mentions }) => mentions.map(({ name }) => name)),
    [[], ['mika_loops']],
  )
  assert.deepEqual(
    find('sing over this').mentions.map(({ name }) => name),
    ['mika_loops', 'the_bus_club'],
  )
  assert.ok(find('AN HOUR').edited_at! > find('AN HOUR').created_at)
  assert.equal(find('overrated').held, 'owner')
  const deleted = items.filter((one) => one.deleted)
  assert.deepEqual(
    deleted.map(({ replies_count }) => replies_count),
    [2],
  )
  const { items: seen } = await testApp.anonymousUser().call(listComments, { params, query: {} })
  assert.ok(!seen.some(({ body }) => body.includes('overrated')))
})

test('the demo data contains hearted comments and a video for every comment mode', async () => {
  const { length } = await db
    .selectFrom('comments')
    .select('id')
    .where('hearted_at', 'is not', null)
    .execute()
  assert.ok(length > 0)
  const modes = await db.selectFrom('content').select('comment_mode').distinct().execute()
  assert.deepEqual(modes.map((one) => one.comment_mode).toSorted(), ['everyone', 'followers', 'held', 'off'])
})

test('the demo account has playlists, a watch history, follows, follow requests and notifications', async () => {
  const { items, watch_later } = await guide.call(listOwnPlaylists, { query: {} })
  assert.deepEqual(items.map(({ visibility }) => visibility).toSorted(), ['public', 'unlisted'])
  assert.equal(watch_later.total_count, demoWatchLater.clips.length)
  for (const { title, clips } of demoPlaylists) {
    const params = { id: records.getId(`playlist:${title}`)! }
    const shown = await testApp.anonymousUser().call(listPlaylistItems, { params, query: {} })
    assert.deepEqual(
      shown.items.map((one) => one.title),
      clips,
    )
  }
  const listed = await people
    .get('juno_draws')!
    .call(listProfilePlaylists, { params: { id: guide.id }, query: {} })
  assert.equal(listed.items.length, 1, 'the unlisted playlist is not on the profile')

  const history = await guide.call(listWatchHistory, { query: {} })
  assert.deepEqual(
    history.items.map(({ item }) => item.title),
    demoWatchHistory.map(([title]) => title),
  )
  assert.equal((await guide.call(listFollowing, { query: {} })).total, 6)
  assert.equal((await guide.call(listFollowRequests, { query: {} })).total, 2)
  assert.ok((await guide.call(getWeeklyDigest, {})).on)
  const kinds = ['comment', 'reply', 'mention', 'like', 'follow_request', 'new_follower'] as const
  await waitUntil(async () => {
    const { items: news } = await guide.call(listNotifications, { query: { limit: 100 } })
    return kinds.every((kind) => news.some((one) => one.kind === kind))
  })
})

test('the demo account has analytics with traffic sources, followers and a drop in the retention curve', async () => {
  const { totals, videos } = await guide.call(getOwnAnalytics, { query: { days: '28' } })
  assert.deepEqual([totals!.followers_gained, totals!.followers_lost], [9, 1])
  assert.equal(videos.length, 3)
  const params = { id: idOf(commentShowcaseClip.title) }
  const shown = await guide.call(getVideoAnalytics, { params, query: { days: '28' } })
  assert.equal(shown.days.length, 6)
  assert.ok(shown.retention![20] === 1 && shown.retention![45]! < 0.75 && shown.retention![99]! > 0.4)
  assert.ok(shown.sources!.length >= 3, 'several sources have enough viewers')
})

test('the demo data includes reports and a held comment, and removing the demo data deletes their moderation cases', async () => {
  const listCases = () => db.selectFrom('cases').select('subject').where('closed_at', 'is', null).execute()
  assert.deepEqual((await listCases()).map(({ subject }) => subject).toSorted(), [
    'comment',
    'comment',
    'content',
  ])
  await deleteDemoCases(
    db,
    [...people.values()].map(({ id }) => id),
  )
  assert.deepEqual(await listCases(), [])
  assert.deepEqual(await db.selectFrom('reports').select('id').execute(), [])
})

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { deleteEpisode, getSeries, putEpisodeNotifications } from '#contract/content/series.ts'
import { getUnreadCount, listNotifications } from '#contract/notifications.ts'
import { deleteBlock, putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { approveFollowRequestFrom, follow, setProfilePrivacy } from '#tests/support/app/member-actions.ts'
import {
  emitVideoReady,
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp({ working: true })))
after(() => testApp.close())

let people = 0
const join = (age?: number) => testApp.signUpMember(`fan${++people}`, age)

const setEpisodes = (who: TestUser, id: string, notifications: 'all' | 'none') =>
  who.call(putEpisodeNotifications, { params: { id }, body: { notifications } })

/** Creates a series with one episode, without notifying anyone. */
async function createStartedSeries(owner: TestUser, title = 'Night bus'): Promise<string> {
  const id = await createTestSeries(owner, title)
  await createEpisode(owner, id, 1, 1)
  return id
}

/** Publishes an episode and waits until the notifications have been sent. */
async function publish(owner: TestUser, seriesId: string, season: number, episode: number): Promise<string> {
  const id = await createEpisode(owner, seriesId, season, episode)
  await emitVideoReady(id)
  await waitForNewVideoNotifications()
  return id
}

test('series notifications are off by default, and work without following the creator', async () => {
  const [ada, fan, other] = [await join(), await join(), await join()]
  const id = await createStartedSeries(ada)
  assert.equal((await fan.call(getSeries, { params: { id } })).notifications, 'none')
  assert.deepEqual(await setEpisodes(fan, id, 'all'), { notifications: 'all' })
  assert.equal((await fan.call(getSeries, { params: { id } })).notifications, 'all')
  const video = await publish(ada, id, 1, 2)
  const { items, unread } = await fan.call(listNotifications, { query: {} })
  assert.equal(unread, 1)
  assert.deepEqual(
    [items[0]!.kind, items[0]!.content?.id, items[0]!.episode],
    ['new_video', video, { series_title: 'Night bus', season: 1, episode: 2 }],
  )
  assert.deepEqual(await listNewVideoNotifications(other), [])
})

test('a follower who turned on notifications for both the creator and the series gets one notification per episode', async () => {
  const [ada, fan] = [await join(), await join()]
  const id = await createStartedSeries(ada)
  await followWithNotifications(fan, ada)
  await setEpisodes(fan, id, 'all')
  await publish(ada, id, 1, 2)
  assert.deepEqual(await listNewVideoNotifications(fan), [`1 of ${ada.name}: S1 E2`])
  assert.equal((await fan.call(getUnreadCount, {})).unread, 1)
  await publish(ada, id, 2, 1)
  assert.deepEqual(await listNewVideoNotifications(fan), [`2 of ${ada.name}: S2 E1`])
})

test('people get no series notifications about other series, or about videos that were removed from the series', async () => {
  const [ada, fan] = [await join(), await join()]
  const [id, other] = [await createStartedSeries(ada), await createStartedSeries(ada, 'Roof club')]
  await setEpisodes(fan, id, 'all')
  const outside = await createEpisode(ada, id, 1, 2)
  await ada.call(deleteEpisode, { params: { id, content_id: outside } })
  await emitVideoReady(outside)
  await publish(ada, other, 1, 2)
  assert.deepEqual(await listNewVideoNotifications(fan), [])
})

test('series notifications cover only episodes published while the notifications are turned on', async () => {
  const [ada, fan, late] = [await join(), await join(), await join()]
  const id = await createStartedSeries(ada)
  await setEpisodes(fan, id, 'all')
  await setEpisodes(fan, id, 'none')
  await publish(ada, id, 1, 2)
  await setEpisodes(late, id, 'all')
  for (const who of [fan, late]) assert.deepEqual(await listNewVideoNotifications(who), [])
})

test('a block or a mute stops series notifications, and a private profile limits them to followers', async () => {
  const [ada, blocked, muter, stranger, follower] = [
    await join(),
    await join(),
    await join(),
    await join(),
    await join(),
  ]
  const id = await createStartedSeries(ada)
  for (const fan of [blocked, muter, stranger, follower]) await setEpisodes(fan, id, 'all')
  await setProfilePrivacy(ada, true)
  await follow(follower, ada)
  await approveFollowRequestFrom(ada, follower)
  await publish(ada, id, 1, 2)
  await setProfilePrivacy(ada, false)
  await ada.call(putBlock, { params: { id: blocked.id } })
  await muter.call(putMute, { params: { id: ada.id } })
  await publish(ada, id, 1, 3)
  await ada.call(deleteBlock, { params: { id: blocked.id } })
  assert.deepEqual(await listNewVideoNotifications(follower), [`2 of ${ada.name}: S1 E3`])
  assert.deepEqual(await listNewVideoNotifications(stranger), [`1 of ${ada.name}: S1 E3`])
  for (const fan of [blocked, muter]) assert.deepEqual(await listNewVideoNotifications(fan), [])
})

test('adults can turn on notifications for a minor’s series, but get none unless they are approved followers', async () => {
  const [ada, adult] = [await join(15), await join(18)]
  const peer = await join(18)
  const [id, ofPeer] = [await createStartedSeries(ada), await createStartedSeries(peer)]
  assert.deepEqual(await setEpisodes(adult, id, 'all'), { notifications: 'all' })
  await setEpisodes(adult, ofPeer, 'all')
  await publish(ada, id, 1, 2)
  assert.deepEqual(await listNewVideoNotifications(adult), [])
  assert.equal((await adult.call(getSeries, { params: { id } })).notifications, 'all')
  await publish(peer, ofPeer, 1, 2)
  assert.deepEqual(await listNewVideoNotifications(adult), [`1 of ${peer.name}: S1 E2`])
})

test('people cannot turn on notifications for their own series or for a series that they cannot see', async () => {
  const [ada, fan] = [await join(), await join()]
  const empty = await createTestSeries(ada)
  assert.match(await expectApiError(setEpisodes(fan, empty, 'all')), /^404/)
  assert.match(await expectApiError(setEpisodes(ada, empty, 'all')), /^422/)
})

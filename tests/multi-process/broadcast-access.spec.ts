/*
 * A broadcast on air whose creator uses one web server. People who lose the right to watch it get nothing more from the
 * other web server, and only the audience is notified and counted.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { createBroadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { listNotifications } from '#contract/notifications.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { removeFollower } from '#contract/people/follows.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { type ClusterTestSite, cloneClientForServer, startClusterTestSite } from './cluster-test-site.ts'

/** Media must reflect a change of access within this many seconds. */
const maxSeconds = 10

let site: ClusterTestSite
before(async () => (site = await startClusterTestSite({ env: { LIVE: 'on', PACE: '0' } })))
after(() => site.close())

test('people who lose the right to watch a broadcast lose the next part', async (t) => {
  const timing = { seconds: 90 }
  const broadcast = await RunningBroadcast.start(site, await createNumberedSource(timing), timing)
  t.after(() => broadcast.stopSending())
  const [first, second] = site.webServers
  const creator = cloneClientForServer(first!, broadcast.creator)
  const owner = await identify(creator)
  const [blocked, stranger, removed, last] = await Promise.all(
    Array.from({ length: 4 }, async () => cloneClientForServer(second!, await site.signUpMember())),
  )
  for (const follower of [blocked, removed, last])
    await insertApprovedFollow(await identify(follower!), owner)
  await broadcast.waitForSecond(6)
  const folder = `${await broadcast.readFolder()}/low`
  const params = { id: broadcast.id }
  const countViewers = async () => (await creator.call(getBroadcast, { params })).viewers
  const setVisibility = (visibility: 'followers' | 'only_me') => () =>
    creator.call(updateContent, { params, body: { visibility } })

  await waitUntil(async () => (await countViewers())! > 0, 40)

  const changes: [string, HttpTestClient, () => Promise<unknown>][] = [
    ['blocking', blocked!, async () => creator.call(putBlock, { params: await identify(blocked!) })],
    ['“Followers”', stranger!, setVisibility('followers')],
    [
      'removing a follower',
      removed!,
      async () => creator.call(removeFollower, { params: await identify(removed!) }),
    ],
    ['“Only me”', last!, setVisibility('only_me')],
  ]
  for (const [name, who, change] of changes) {
    const playlist = async () => (await who.fetch(`${folder}/index.m3u8`)).text()
    const part = await waitUntil(async () => findNewestPart(await playlist()))
    const live = await listenToContentUpdates(who as never, broadcast.id)
    assert.deepEqual(await listWhereFound(who, broadcast.id), surfaces(broadcast.id), `before ${name}`)

    await change()
    const changedAt = performance.now()
    const secondsSince = () => (performance.now() - changedAt) / 1000
    const end = live.ended.then(secondsSince)
    await creator.call(postChatMessage, { params, body: { body: `Said after ${name}` } })
    assert.deepEqual(await listWhereFound(who, broadcast.id), [], `after ${name}`)
    await waitUntil(async () => {
      const paths = [`${folder}/index.m3u8`, `${folder}/init-0.mp4`, `${folder}/${part}`]
      const statuses = await Promise.all(paths.map((path) => readStatus(who, path)))
      return statuses.every((status) => status === 404)
    }, maxSeconds)
    const mediaSeconds = secondsSince()
    const liveSeconds = await end
    console.log(
      `broadcasts: after ${name}, parts end after ${mediaSeconds.toFixed(1)} s and live updates after ${liveSeconds.toFixed(1)} s`,
    )
    assert.ok(mediaSeconds < maxSeconds && liveSeconds < maxSeconds)
    assert.deepEqual(
      live.heard.filter((message) => message.name === 'chat'),
      [],
    )

    // The broadcast goes on without this person. Its delay is so short that viewers get parts at once.
    const next = await waitUntil(async () => {
      const found = findNewestPart(await (await creator.fetch(`${folder}/index.m3u8`)).text())
      return found !== part && found
    })
    assert.equal(await readStatus(creator, `${folder}/${next}`), 200)
    assert.equal(await readStatus(who, `${folder}/${next}`), 404)
  }

  // People who still request the playlist do not count as viewers.
  const everybody = [blocked!, stranger!, removed!, last!]
  await waitUntil(async () => {
    for (const who of everybody) assert.equal(await readStatus(who, `${folder}/index.m3u8`), 404)
    return (await countViewers()) === 0
  }, 40)
})

test('a broadcast for followers notifies only followers, on both web servers', async () => {
  const [first, second] = site.webServers
  // Adults have no quiet hours.
  const signUp = ({ url }: ServerProcess) => signUpOverHttp(url, generateUniqueUsername(), 19)
  const creator = await signUp(first!)
  const [fan, stranger, removed] = await Promise.all([signUp(second!), signUp(second!), signUp(second!)])
  const params = await identify(creator)
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', params.id).execute()
  await backdateAccounts(params)
  for (const follower of [fan, removed]) {
    await insertApprovedFollow(await identify(follower), params)
    await follower.call(putNewVideoNotifications, { params, body: { new_videos: 'all' } })
  }
  await creator.call(removeFollower, { params: await identify(removed) })
  const readNotifications = async (who: HttpTestClient) => {
    const texts = [first!, second!].map(async (server) => {
      const { items, unread } = await cloneClientForServer(server, who).call(listNotifications, { query: {} })
      return { titles: items.map(({ content }) => content?.title), unread }
    })
    return Promise.all(texts)
  }
  const nothing = { titles: [], unread: 0 }

  const body = { title: 'For my followers', visibility: 'followers' } as const
  const { id } = await creator.call(createBroadcast, { body })
  const chunk = { method: 'POST', body: startOfHeader, headers: { 'content-type': 'video/x-matroska' } }
  assert.equal((await creator.fetch(`/api/broadcasts/${id}/chunks/0`, chunk)).status, 204)
  const notified = { titles: ['For my followers'], unread: 1 }
  await waitUntil(async () => (await readNotifications(fan))[0]!.unread === 1, 60)
  assert.deepEqual(await readNotifications(fan), [notified, notified])
  for (const who of [stranger, removed]) assert.deepEqual(await readNotifications(who), [nothing, nothing])

  // When followers lose access, the notification disappears.
  await creator.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
  assert.deepEqual(await readNotifications(fan), [nothing, nothing])
})

/** The worker waits for the rest of the header. */
const startOfHeader = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])

/** The paths through which viewers watch a broadcast that is on air. */
function surfaces(id: string): string[] {
  return [
    '/api/broadcasts',
    `/api/broadcasts/${id}`,
    `/api/broadcasts/${id}/chat`,
    `/api/content/${id}`,
    `/watch/${id}`,
    '/live',
  ]
}

/** Returns the surfaces that answer and, if they are lists or pages, contain the broadcast. */
async function listWhereFound(who: HttpTestClient, id: string): Promise<string[]> {
  const found = await Promise.all(
    surfaces(id).map(async (path) => {
      const response = await who.fetch(path, {
        headers: { accept: path.startsWith('/api') ? '*/*' : 'text/html' },
      })
      const text = await response.text()
      return response.ok && (text.includes(id) || path.endsWith('/chat')) ? [path] : []
    }),
  )
  return found.flat()
}

async function identify(who: HttpTestClient): Promise<{ id: string }> {
  return { id: (await who.call(getSession, {})).me!.id }
}

async function readStatus(who: HttpTestClient, path: string): Promise<number> {
  const response = await who.fetch(path)
  await response.body?.cancel()
  return response.status
}

function findNewestPart(playlist: string): string | undefined {
  return [...playlist.matchAll(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)].at(-1)?.[1]
}

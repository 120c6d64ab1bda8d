/*
 * A broadcast on air whose creator uses one web server. People who lose the right to watch it get nothing more from the
 * other web server.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { removeFollower } from '#contract/people/follows.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
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
  const setVisibility = (visibility: 'followers' | 'only_me') => () =>
    creator.call(updateContent, { params, body: { visibility } })

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
})

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

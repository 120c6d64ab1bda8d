/*
 * Tests that requests repeated after a web server was killed take effect exactly once. `RETRY_ROUNDS=20` runs
 * more rounds.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { listOwnPlaylists, listPlaylistItems, putPlaylistItem } from '#contract/engagement/playlists.ts'
import { addVideoView } from '#contract/engagement/views.ts'
import { db } from '#server/platform/db/db.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { cloneClientForServer, type ClusterTestSite, startClusterTestSite } from './cluster-test-site.ts'

const rounds = Number(process.env['RETRY_ROUNDS'] ?? 2)

let site: ClusterTestSite
let creator: { id: string }
let people: HttpTestClient[]

before(async () => {
  // Rate limits are off, because a few clients simulate many people in this test.
  site = await startClusterTestSite({ files: 'folder', env: { PACE: '0' } })
  people = await Promise.all(Array.from({ length: 16 }, () => site.signUpMember()))
  creator = (await (await site.signUpMember()).call(getSession, {})).me!
})
after(() => site.close())

/**
 * Sends requests to one server, kills the server after some responses, and repeats each failed request on the
 * other server. Returns the number of repeated requests.
 */
async function sendWhileKilling(
  round: number,
  requests: ((serverOf: (who: HttpTestClient) => HttpTestClient) => Promise<unknown>)[],
): Promise<number> {
  const victim = site.webServers[round % 2]!
  const other = site.webServers[(round + 1) % 2]!
  let answers = 0
  let repeated = 0
  let killing: Promise<void> | undefined
  await Promise.all(
    requests.map(async (send) => {
      try {
        await send((who) => cloneClientForServer(victim, who))
      } catch {
        await killing
        repeated += 1
        await send((who) => cloneClientForServer(other, who))
      }
      answers += 1
      // The server is killed while some of the other requests are in progress.
      if (answers === 1 + (round % 8)) killing = victim.kill()
    }),
  )
  await killing
  await site.restart(victim)
  return repeated
}

test('each viewer of a video adds exactly one view, even if the server is killed before it responds', async () => {
  let repeated = 0
  for (let round = 0; round < rounds; round += 1) {
    const id = await createPublishedVideo(creator, { minutesAgo: 60 })
    repeated += await sendWhileKilling(
      round,
      people.map((who) => (serverOf) => serverOf(who).call(addVideoView, { params: { id } })),
    )
    const { rows } = await sql<{ views: number }>`select sum(views)::int as views from daily_view_counts
      where content_id = ${id}`.execute(db)
    assert.equal(rows[0]!.views, people.length, `round ${round}`)
  }
  assert.ok(repeated > 0)
})

test('a playlist is created once and contains each video once, even if the server is killed before it responds', async () => {
  let repeated = 0
  for (let round = 0; round < rounds; round += 1) {
    const videos = await Promise.all(
      Array.from({ length: 4 }, () => createPublishedVideo(creator, { minutesAgo: 60 })),
    )
    const lists: string[] = []
    repeated += await sendWhileKilling(
      round,
      people.map((who, nth) => async (serverOf) => {
        const id = await createPlaylistOnce(serverOf(who), `Round ${round}`)
        lists[nth] = id
        for (const content_id of videos)
          await serverOf(who).call(putPlaylistItem, { params: { id, content_id } })
      }),
    )
    for (const [nth, who] of people.entries()) {
      const own = await who.call(listOwnPlaylists, { query: {} })
      assert.equal(own.items.filter(({ title }) => title === `Round ${round}`).length, 1)
      const { items } = await who.call(listPlaylistItems, { params: { id: lists[nth]! }, query: {} })
      assert.deepEqual(items.map(({ id }) => id).toSorted(), videos.toSorted(), `round ${round}`)
    }
  }
  assert.ok(repeated > 0)
})

/** Creates a playlist. Repeated calls with the same title do not create a second playlist. */
async function createPlaylistOnce(client: HttpTestClient, title: string): Promise<string> {
  const response = await client.fetch('/api/playlists', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `create-${title.replaceAll(' ', '-')}`,
    },
    body: JSON.stringify({ title }),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as { id: string }).id
}

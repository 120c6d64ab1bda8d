/*
 * Kills one of the two web servers under load. No acknowledged write may be lost, and the remaining web
 * server must take over.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'
import { uploadVideoOperation } from '#tests/consistency/random-operations.ts'
import {
  createPersonInReferenceModel,
  isTranscodingIdle,
  approveReaderAsFollower,
  runRandomClient,
} from '#tests/consistency/consistency-run.ts'
import { compareStoredDataWithModel } from '#tests/consistency/compare-with-model.ts'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import { ReferenceModel } from '#tests/consistency/reference-model.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import { startClusterTestSite, type ClusterTestSite } from './cluster-test-site.ts'

let site: ClusterTestSite

before(async () => {
  // Rate limits are off, because a few clients simulate many people in this test.
  site = await startClusterTestSite({ env: { PACE: '0' } })
})
after(() => site.close())

test('killing either server under load loses no comment, and each connected client receives every comment once', async (t) => {
  const contentId = await publishVideo(await site.signUpMember())
  const people = await Promise.all(Array.from({ length: 6 }, () => site.signUpMember()))
  const ears = people.map((who) => new LiveUpdateClient(who, contentId, 0))
  const load = new SimulatedUserLoad(contentId, people.slice(0, 4), people.slice(4))
  // Stops the background requests even if the test fails, because requests in progress would keep the test
  // process alive.
  t.after(() => load.stop())
  for (const victim of site.webServers) {
    const until = load.said.length
    await waitUntil(() => load.said.length > until + 30)
    await victim.kill()
    // From here on, only one of the two web servers is running.
    const alone = load.said.length
    await waitUntil(() => load.said.length > alone + 30)
    await site.restart(victim)
  }
  await load.stop()
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('content_id', '=', contentId)
    .orderBy('created_at')
    .execute()
  const there = rows.map(({ id }) => id).toSorted()
  await waitUntil(() => ears.every(({ comments }) => comments.length >= there.length))
  await Promise.all(ears.map((ear) => ear.stop()))
  for (const ear of ears) assert.deepEqual(ear.comments.toSorted(), there)
  assert.deepEqual(
    load.said.filter((id) => !there.includes(id)),
    [],
    'acknowledged, and lost',
  )
  assert.deepEqual([...load.wrong], [])
  const came = ears.reduce((sum, { connections }) => sum + connections, 0)
  console.log(
    `server killed: ${load.answers} responses, ${load.broken.length} broken connections, ${there.length} comments for ${ears.length} listeners, who connected ${came} times`,
  )
  assert.ok(came > ears.length, 'some had to come back')
})

test('twelve clients sending random operations lose no acknowledged write when the servers are killed in turn', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  const model = new ReferenceModel()
  for (let n = 0; n < 12; n += 1)
    model.people.push(
      await createPersonInReferenceModel(await site.signUpMember(), n > 9, site.loadBalancer.url),
    )
  const reader = await site.signUpMember()
  for (const who of model.people) if (who.isPrivate) await approveReaderAsFollower(who, reader)
  for (const who of model.people.slice(0, 3)) await uploadVideoOperation(model, who, Math.random)
  const isShown = async ({ id }: { id: string }) => (await reader.fetch(`/api/content/${id}`)).ok
  await waitUntil(async () => (await Promise.all(model.items.map(isShown))).every(Boolean), 120)

  const isOver = () => model.operations >= 1600
  const work = Promise.all(
    model.people.map((who, n) => runRandomClient(model, who, createSeededRandom(seed + n), isOver)),
  )
  for (const [at, which] of [
    [400, 0],
    [800, 1],
    [1200, 0],
  ] as const) {
    await waitUntil(() => model.operations >= at, 300)
    await site.webServers[which]!.kill()
    await waitUntil(() => model.operations >= at + 100, 300)
    await site.restart(site.webServers[which]!)
  }
  await work
  await waitUntil(isTranscodingIdle, 180)
  const { checked, problems } = await compareStoredDataWithModel(model, reader)
  const broken = await findInvariantViolations()
  const { acknowledged, unanswered } = model.outcomes
  console.log(
    `server killed: ${acknowledged} acknowledged, ${unanswered} unanswered, ${checked} values read back`,
  )
  assert.deepEqual([...problems, ...broken, ...model.problems.keys()], [], `seed ${seed}`)
  assert.ok(acknowledged > 800)
})

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { listContent } from '#contract/content/content.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { db } from '#server/platform/db/db.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import {
  type ReplicatedPostgres,
  replicationSkipReason,
  startReplicatedPostgres,
} from '#tests/support/postgres/replicated-postgres.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

const skip = replicationSkipReason
let servers: ReplicatedPostgres
let testApp: TestApp
let ada: TestUser
let visitor: TestUser

before(async () => {
  if (skip) return
  servers = await startReplicatedPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'afterbell-house-'))
  const database = { url: servers.url, replicaUrl: servers.replicaUrl, drop: () => servers.stop() }
  testApp = await startTestApp({ ground: { database, dataDir }, env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  visitor = testApp.anonymousUser()
})
after(() => testApp?.close())

/** Returns how often reads had this outcome since the tests started. */
async function countReads(outcome: string): Promise<number> {
  const metric = await metricsRegistry.getSingleMetric('afterbell_replica_reads_total')!.get()
  return metric.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0
}

const listTitles = async (who = visitor) =>
  (await who.call(listContent, { query: { limit: 100 } })).items.map(({ title }) => title)
const searchTitles = async (q: string) =>
  (await visitor.call(getSearchResults, { query: { q } })).hits.map(({ item }) => item.title)
const remove = (title: string) =>
  db.updateTable('content').set({ moderation: 'removed' }).where('title', '=', title).execute()

/** Requests a list until the replica answers it. */
const waitForReplica = () =>
  waitUntil(async () => {
    const earlier = await countReads('replica')
    await listTitles()
    return (await countReads('replica')) > earlier
  })

test('lists and searches of anonymous visitors read from the replica', { skip }, async () => {
  await createPublishedVideo(ada, { title: 'Lighthouse' })
  await waitForReplica()
  const earlier = await countReads('replica')
  assert.deepEqual(await listTitles(), ['Lighthouse'])
  assert.deepEqual(await searchTitles('lighthouse'), ['Lighthouse'])
  assert.equal(await countReads('replica'), earlier + 2)
})

test('requests of members never read from the replica', { skip }, async () => {
  await waitForReplica()
  const earlier = await countReads('replica')
  assert.deepEqual(await listTitles(ada), ['Lighthouse'])
  assert.equal(await countReads('replica'), earlier)
})

test('a visitor sees every change that was committed before the request', { skip }, async () => {
  await waitForReplica()
  const earlier = await countReads('replica')
  for (let n = 0; n < 50; n += 1) {
    await createPublishedVideo(ada, { title: `Ferry ${n}` })
    assert.ok((await listTitles()).includes(`Ferry ${n}`), `Ferry ${n} is missing`)
    await remove(`Ferry ${n}`)
    assert.deepEqual(await Promise.all([listTitles(), searchTitles('ferry')]), [['Lighthouse'], []])
  }
  assert.ok((await countReads('replica')) > earlier + 100, `${(await countReads('replica')) - earlier} reads`)
})

test('removed videos do not reappear while the replica has stopped replaying', { skip }, async () => {
  await createPublishedVideo(ada, { title: 'Pier' })
  await waitForReplica()
  await runQuery(servers.adminUrls.replica, 'select pg_wal_replay_pause()')
  await waitUntil(async () => {
    const query = `select pg_get_wal_replay_pause_state() = 'paused' as done`
    return (await runQuery<{ done: boolean }>(servers.adminUrls.replica, query))[0]!.done
  })
  const [replica, lagging] = [await countReads('replica'), await countReads('lagging')]
  await remove('Pier')
  const startedAt = performance.now()
  assert.deepEqual(await listTitles(), ['Lighthouse'])
  assert.ok(performance.now() - startedAt < 1000)
  assert.deepEqual(await searchTitles('pier'), [])
  assert.equal(await countReads('replica'), replica)
  assert.ok((await countReads('lagging')) > lagging)
  await runQuery(servers.adminUrls.replica, 'select pg_wal_replay_resume()')
  await waitForReplica()
  assert.deepEqual(await listTitles(), ['Lighthouse'])
})

test(
  'requests use the primary while the replica is frozen, and the replica afterwards',
  { skip },
  async () => {
    await waitForReplica()
    servers.freezeReplica()
    const answers = await Promise.all([listTitles(), searchTitles('lighthouse'), listTitles()])
    assert.deepEqual(answers, [['Lighthouse'], ['Lighthouse'], ['Lighthouse']])
    const startedAt = performance.now()
    assert.deepEqual(await listTitles(), ['Lighthouse'])
    assert.ok(performance.now() - startedAt < 1000, 'later requests do not wait for the replica')
    servers.unfreezeReplica()
    await waitForReplica()
  },
)

test('requests use the primary while the replica is down, and the replica afterwards', { skip }, async () => {
  await waitForReplica()
  await servers.killReplica()
  assert.deepEqual(await Promise.all([listTitles(), searchTitles('lighthouse')]), [
    ['Lighthouse'],
    ['Lighthouse'],
  ])
  await createPublishedVideo(ada, { title: 'Buoy' })
  assert.deepEqual(await listTitles(), ['Buoy', 'Lighthouse'])
  await servers.startReplica()
  await waitForReplica()
  assert.deepEqual(await listTitles(), ['Buoy', 'Lighthouse'])
})

/*
 * If purges fail, the shared cache may serve media that is no longer public. The application then no longer lets it
 * keep responses for long, retries until the purger works, and alerts the operator.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { isPurgingReliable } from '#server/playback/shared-cache/purger-health.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'
import { captureLog } from '#tests/support/app/captured-log.ts'
import { purgeToken, startSiteBehindCache } from '#tests/support/servers/site-behind-cache.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'

let site: Awaited<ReturnType<typeof startSiteBehindCache>>
before(async () => {
  site = await startSiteBehindCache('proxy')
})
after(() => site.close())

test('while purges fail, new responses get no long lifetime', async (t) => {
  const proxy = site.proxy!
  const [owner] = await insertUsers(site.testApp, 'owner', 1)
  const item = await createPlayableVideo(owner!, ['seg_1.m4s'])
  const other = await createPlayableVideo(owner!, ['seg_1.m4s'])
  const segmentOf = (of: typeof item) => `/media/${of.playback_id}/0/240p/seg_1.m4s`
  const askApplication = async () => {
    const response = await site.testApp.app.request(segmentOf(other))
    await response.body?.cancel()
    return response.headers
  }
  const statusOf = async (path: string) => {
    const response = await site.get(path)
    await response.body?.cancel()
    return response.status
  }
  const readGauge = async (name: string) =>
    (await metricsRegistry.getSingleMetric(name)!.get()).values.map(({ value }) => value)

  assert.equal((await askApplication()).get('surrogate-control'), 'max-age=86400')
  assert.equal(await statusOf(segmentOf(item)), 200)
  const logged = captureLog()
  t.after(logged.end)
  proxy.isPurgingBroken = true
  await sql`update content set moderation = 'held' where id = ${item.id}`.execute(db)
  await waitUntil(async () => {
    const { rows } = await sql<{ failures: number }>`select failures from media_cache_purges`.execute(db)
    return rows[0]!.failures > 0
  })
  await sql`update media_cache_purges set created_at = created_at - interval '16 seconds'`.execute(db)
  await waitUntil(async () => !(await askApplication()).has('surrogate-control'))

  const headers = await askApplication()
  assert.match(headers.get('cache-control')!, /s-maxage=5$/)
  assert.match(headers.get('surrogate-key')!, /^v-/, 'the response can still be purged')
  assert.deepEqual(await readGauge('afterbell_media_cache_purger_works'), [0])
  assert.ok((await readGauge('afterbell_media_cache_purge_delay_seconds'))[0]! > 15)
  assert.equal(await statusOf(segmentOf(item)), 200, 'the cache still has the response')
  const errors = logged.lines.filter((line) => line.includes('could not be purged'))
  assert.equal(errors.length, 1, 'repeated failures are logged once')
  assert.match(errors[0]!, /"level":"error".*"reason":503/)
  assert.ok(!logged.lines.join('').includes(purgeToken))

  proxy.isPurgingBroken = false
  await waitUntil(async () => (await statusOf(segmentOf(item))) === 404, 40)
  await waitUntil(async () => (await askApplication()).has('surrogate-control'))
  assert.deepEqual(await readGauge('afterbell_media_cache_purger_works'), [1])
})

test('a response that the cache receives after the first purge is deleted by the second one', async () => {
  const proxy = site.proxy!
  const [owner] = await insertUsers(site.testApp, 'late', 1)
  const item = await createPlayableVideo(owner!, ['seg_1.m4s'])
  const path = `/media/${item.playback_id}/0/240p/seg_1.m4s`
  await waitUntil(isPurgingReliable)
  const isPurged = () => proxy.purged.some((tags) => tags.includes(`v-${item.playback_id}`))
  proxy.beforeStoring = () => waitUntil(isPurged)
  const late = site.get(path)
  await waitUntil(() => site.countRequests(path) === 1)
  await sql`update content set moderation = 'held' where id = ${item.id}`.execute(db)
  assert.equal((await late).status, 200)
  proxy.beforeStoring = async () => {}
  assert.equal((await site.get(path)).status, 200, 'the cache has stored the late response')
  await waitUntil(async () => (await site.get(path)).status === 404, 10)
})

/* Broadcasts with two web servers and two workers, which share a bucket. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { findPackagingWorker } from '#tests/support/cluster/worker-processes.ts'
import { type ClusterTestSite, cloneClientForServer, startClusterTestSite } from './cluster-test-site.ts'

let site: ClusterTestSite
before(async () => (site = await startClusterTestSite({ env: { LIVE: 'on', PACE: '0' } })))
after(() => site.close())

test('a broadcast loses no frame when a worker and then a web server are killed', async (t) => {
  const timing = { seconds: 24 }
  const broadcast = await RunningBroadcast.start(site, await createNumberedSource(timing), timing)
  t.after(() => broadcast.stopSending())
  await broadcast.waitForSecond(5)
  const worker = await findPackagingWorker(site.workers)
  const workerKilledAt = Date.now()
  await worker.kill()
  const pause = await broadcast.waitForPartAfter(workerKilledAt + 1000)
  console.log(`broadcasts: paused for ${pause.toFixed(1)} s after kill -9 of the worker`)
  assert.ok(pause < 6, `${pause} s without a part`)
  await site.restart(worker)

  await broadcast.waitForSecond(14)
  const [web] = site.webServers
  await web!.kill()
  await broadcast.waitForSecond(18)
  await site.restart(web!)
  assert.equal(await broadcast.finish(), 0, 'missing or misplaced frames')
  assert.deepEqual([...broadcast.unexpected], [])
  assert.ok((await broadcast.waitForRecording()) > timing.seconds - 0.2)
  assert.deepEqual(await findInvariantViolations(), [])
})

test('a stop on one web server takes effect on the other one within a second', async (t) => {
  const timing = { seconds: 12 }
  const source = await createNumberedSource(timing)
  const broadcast = await RunningBroadcast.start(site, source, timing, { delaySeconds: 3 })
  t.after(() => broadcast.stopSending())
  const moderator = await site.signUpModerator()
  const [first, second] = site.webServers
  const viewer = cloneClientForServer(second!, await site.signUpMember())
  await broadcast.waitForSecond(8)

  const folder = await broadcast.readFolder()
  const parts = await broadcast.listPartUrls(folder)
  const stoppedAt = performance.now()
  const body = { reason: 'Shows a private address' }
  await cloneClientForServer(first!, moderator).call(stopBroadcast, { params: { id: broadcast.id }, body })
  await waitUntil(async () =>
    (await (await viewer.fetch(`${folder}/low/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  const endedMs = performance.now() - stoppedAt
  console.log(`broadcasts: ended on the other web server ${Math.round(endedMs)} ms after the stop`)
  assert.ok(endedMs < 1000, `${endedMs} ms`)
  const cut = await waitUntil(async () => {
    const kept = new Set(await broadcast.listPartUrls(folder))
    assert.ok(kept.size > 0)
    const missing = parts.filter((url) => !kept.has(url))
    return missing.length > 0 && missing
  })
  for (const url of cut) assert.equal((await viewer.fetch(url)).status, 404, url)
})

/* Tests two workers on two machines: when one dies, the other takes over its work. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { listWorkerProcesses } from '#tests/support/cluster/worker-processes.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
  readTranscodeStatus,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startClusterTestSite, type ClusterTestSite } from './cluster-test-site.ts'

let site: ClusterTestSite
let ada: HttpTestClient

before(async () => {
  site = await startClusterTestSite()
  ada = await site.signUpMember()
  await recordTransitionsToReady()
})
after(() => site.close())

test('several queued videos are divided between two workers', async () => {
  const film = await clipsToTranscode.middle()
  const busy = new Set<number>()
  const ids = await Promise.all(Array.from({ length: 3 }, () => uploadClipForTranscoding(ada, film)))
  const more = await Promise.all(Array.from({ length: 3 }, () => uploadClipForTranscoding(ada, film)))
  await waitUntil(async () => {
    for (const worker of site.workers)
      if ((await listWorkerProcesses(worker)).length > 0) busy.add(worker.pid)
    return busy.size === 2
  }, 60)
  const ended = await waitUntilTranscoded([...ids, ...more], 180)
  assert.deepEqual([...new Set(ended.map(({ state }) => state))], ['ready'])
})

test('after kill -9 of a transcoding worker, the other worker takes over within 45 s', async () => {
  const id = await uploadClipForTranscoding(ada, await clipsToTranscode.long())
  const victim = await waitUntil(async () => {
    for (const worker of site.workers) if ((await listWorkerProcesses(worker)).length > 0) return worker
    return undefined
  }, 60)
  const [{ fence } = { fence: NaN }] = await readTranscodeStatus([id])
  await victim.kill()
  const from = Date.now()
  const taken = await waitUntil(async () => {
    const [now] = await readTranscodeStatus([id])
    return now && now.fence > fence && now.startedAt ? now.startedAt.getTime() - from : undefined
  }, 60)
  console.log(`worker failover: taken over after ${(taken / 1000).toFixed(1)} s`)
  assert.ok(taken < 45_000)
  const [ended] = await waitUntilTranscoded([id], 240)
  assert.equal(ended?.state, 'ready')
  assert.deepEqual(await findItemsNotReadyExactlyOnce([id]), [])
  const again = await site.restart(victim)
  assert.deepEqual(await findInvariantViolations(), [])
  // Processed videos leave no files behind on the workers' machines.
  for (const { dataDir } of [...site.webServers, ...site.workers].filter((one) => one !== again))
    assert.deepEqual(await readdir(join(dataDir, 'files')).catch(() => []), [])
})

import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { SignalWatch } from '#server/platform/live-updates/signals.ts'
import { log } from '#server/platform/log.ts'
import { packagedBroadcastsGauge } from '../broadcast-metrics.ts'
import { broadcastWorkSignal } from '../broadcast-signals.ts'
import { recordWorkerCapacity, removeWorker } from '../broadcast-workers.ts'
import { countBroadcastViewers } from '../viewers/count-viewers.ts'
import { runBroadcastChores } from './broadcast-chores.ts'
import { ingestBroadcast } from './ingest-broadcast.ts'
import { claimBroadcast, type IngestClaim, releaseLease, StaleIngestError } from './ingest-lease.ts'

/** Signals wake the worker immediately. The worker also looks for work after this many milliseconds. */
const pollMs = 500
const capacityReportMs = 5000
const viewerCountMs = 3000
/**
 * A broadcast uses at most half a core. With one broadcast per core, half of the CPU time remains for
 * uploads.
 */
const defaultCapacity = Math.max(1, availableParallelism())

/**
 * Starts packaging broadcasts in this process. Returns a function that stops the packaging, so that other
 * workers can take over the broadcasts.
 */
export function startBroadcastWorker({ capacity = defaultCapacity } = {}): () => Promise<void> {
  const stopping = new AbortController()
  const running = withBackgroundTimeouts(() => runWorker(capacity, stopping.signal))
  return async () => {
    stopping.abort(new Error('the worker is stopping'))
    await running
  }
}

/**
 * Two loops run at the same time, because deleting the parts of a long broadcast takes many seconds, and other
 * broadcasts must be claimed in the meantime.
 */
async function runWorker(capacity: number, stopping: AbortSignal): Promise<void> {
  await Promise.all([repeatOnSignal(stopping, createChoreStep()), claimBroadcasts(capacity, stopping)])
}

function createChoreStep(): () => Promise<void> {
  let countedAt = -Infinity
  return async () => {
    await runBroadcastChores()
    if (performance.now() - countedAt <= viewerCountMs) return
    countedAt = performance.now()
    await countBroadcastViewers()
  }
}

async function claimBroadcasts(capacity: number, stopping: AbortSignal): Promise<void> {
  const id = randomUUID()
  const active = new Set<Promise<void>>()
  let reportedAt = -Infinity
  await repeatOnSignal(stopping, async () => {
    if (performance.now() - reportedAt > capacityReportMs) {
      await recordWorkerCapacity(id, capacity)
      reportedAt = performance.now()
    }
    while (active.size < capacity && !stopping.aborted) {
      const claim = await claimBroadcast()
      if (!claim) break
      const run = runClaim(claim, stopping).finally(() => active.delete(run))
      active.add(run)
    }
  })
  await Promise.all(active)
  await removeWorker(id).catch(() => {})
}

async function repeatOnSignal(stopping: AbortSignal, step: () => Promise<void>): Promise<void> {
  const work = new SignalWatch(broadcastWorkSignal)
  while (!stopping.aborted) {
    await step().catch((error: Error) => log.warn('looking for broadcasts failed', { error: error.message }))
    await work.wait(pollMs, stopping).catch(() => {})
  }
  work.close()
}

async function runClaim(claim: IngestClaim, stopping: AbortSignal): Promise<void> {
  const { contentId, fence } = claim
  if (fence > 1) log.info('a worker takes over a broadcast', { contentId, fence })
  packagedBroadcastsGauge.inc()
  try {
    await ingestBroadcast(claim, stopping)
  } catch (error) {
    if (error instanceof StaleIngestError) return
    if (!stopping.aborted)
      log.error('packaging a broadcast failed', { contentId, error: (error as Error).message })
    await releaseLease(claim).catch(() => {})
  } finally {
    packagedBroadcastsGauge.dec()
  }
}

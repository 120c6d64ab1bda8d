import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { LiveSourceRejectedError } from '#media/live/live-source-rejection.ts'
import { packageLiveSource } from '#media/live/package-live-source.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sendSignal } from '#server/platform/live-updates/signals.ts'
import { log } from '#server/platform/log.ts'
import { broadcastWorkSignal, signalBroadcastChange } from '../broadcast-signals.ts'
import { endBroadcast } from '../end-broadcast.ts'
import { type IngestClaim, renewLease, StaleIngestError } from './ingest-lease.ts'
import { readChunks } from './read-chunks.ts'
import { loadResumePoint, storeLiveEvent } from './store-live-events.ts'

const renewalMs = 500
/** The source is rejected after this many consecutive failures without a new part. */
const maxFailures = 5

/**
 * Packages a claimed broadcast until it ends. If ffmpeg dies, continues after the last stored part. Throws
 * the abort reason if `stopping` is aborted, and StaleIngestError if another worker has taken over or the
 * broadcast was cut off.
 */
export async function ingestBroadcast(claim: IngestClaim, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const timer = setInterval(() => {
    renewLease(claim).catch((error: Error) => {
      if (error instanceof StaleIngestError) lost.abort(error)
      else log.warn('the lease of a broadcast was not renewed', { error: error.message })
    })
  }, renewalMs)
  try {
    await packageWithRetries(claim, signal)
  } catch (error) {
    if (!(error instanceof LiveSourceRejectedError)) throw error
    log.info('the source of a broadcast was rejected', { contentId: claim.contentId, reason: error.message })
    await transaction((tx) => endBroadcast(tx, claim.contentId, 'rejected', { detail: error.code }))
  } finally {
    clearInterval(timer)
  }
  await markPackaged(claim)
}

/** A failure of the database or the storage. It does not mean that the source is invalid. */
class OutageError extends Error {
  override name = 'OutageError'
}

const outageRetryMs = 500

async function packageWithRetries(claim: IngestClaim, signal: AbortSignal): Promise<void> {
  let failures = 0
  for (;;) {
    try {
      return await packageChunks(claim, signal, () => (failures = 0))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof StaleIngestError || error instanceof LiveSourceRejectedError) throw error
      const { message } = error as Error
      if (error instanceof OutageError) {
        log.warn('packaging a broadcast waits for the database or the storage', {
          contentId: claim.contentId,
          error: message,
        })
        await pause(outageRetryMs, undefined, { signal })
        continue
      }
      if (failures >= maxFailures) throw new LiveSourceRejectedError('unreadable', message)
      log.warn('packaging a broadcast failed', { contentId: claim.contentId, error: message })
      await pause(200 * failures, undefined, { signal })
      failures += 1
    }
  }
}

async function packageChunks(claim: IngestClaim, signal: AbortSignal, onPart: () => void): Promise<void> {
  const from = await loadResumePoint(claim).catch(throwOutage)
  const events = packageLiveSource({
    container: claim.source === 'browser' ? 'matroska' : 'flv',
    source: readSource(claim, from, signal),
    signal,
    resume: from?.resume,
    // The packager does not have to detect missing data, because broadcast-chores.ts ends broadcasts without
    // data earlier.
    limits: { idleSeconds: 2 * broadcastLimits.endsWithoutDataSeconds },
  })
  for await (const event of events) {
    await storeLiveEvent(claim, event).catch(throwOutage)
    if (event.type === 'part') onPart()
  }
}

async function* readSource(
  claim: IngestClaim,
  from: Awaited<ReturnType<typeof loadResumePoint>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (from) yield from.header
  try {
    yield* readChunks(claim, from?.resume.sourceOffset ?? 0, signal)
  } catch (error) {
    throwOutage(error)
  }
}

function throwOutage(error: unknown): never {
  if (error instanceof StaleIngestError) throw error
  throw new OutageError((error as Error).message, { cause: error })
}

/** Records that all chunks of an ended broadcast have been packaged. Any worker can then make the recording. */
async function markPackaged({ contentId, fence }: IngestClaim): Promise<void> {
  await transaction(async (tx) => {
    await tx
      .updateTable('broadcasts')
      .set({ packaged_at: sql<Date>`clock_timestamp()`, ingest_lease_until: null })
      .where('content_id', '=', contentId)
      .where('ingest_fence', '=', fence)
      .where('state', '=', 'ended')
      .where('packaged_at', 'is', null)
      .execute()
    await signalBroadcastChange(tx, contentId)
    await sendSignal(tx, broadcastWorkSignal)
  })
}

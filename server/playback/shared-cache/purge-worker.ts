import { setTimeout as pause } from 'node:timers/promises'
import type { MediaCacheConfig } from '#server/platform/settings/media-cache-settings.ts'
import { log } from '#server/platform/log.ts'
import { claimDuePurges, recordFailedPurge, recordPurged } from './purge-queue.ts'
import { maxTagsPerPurge, type PurgeFailure, sendPurge } from './purge-request.ts'
import { countPurgeRequest, forgetPurgeBacklog, reportPurgeBacklog } from './purger-health.ts'

const pollMs = 500
/** A tag that no response has. It tests whether the purger works. */
const testTag = 'purge-test'

/**
 * Starts to send purges to the shared cache. Every process does, so purges do not wait for a worker. Returns a function
 * that stops and waits for the purge that is being sent.
 */
export function startMediaCachePurger(mediaCache: MediaCacheConfig): () => Promise<void> {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      const isMoreDue = await purgeOnce(mediaCache).catch((error: Error) => {
        log.debug('due purges could not be read', { error: error.message })
        return false
      })
      if (!isMoreDue) await pause(pollMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }
  const ended = run()
  return async () => {
    stopped.abort()
    await ended
    forgetPurgeBacklog()
  }
}

let isFailing = false

/** Sends the purges that are due as one request. Returns whether more may be due. */
async function purgeOnce(mediaCache: MediaCacheConfig): Promise<boolean> {
  const { due, isTestDue, backlog } = await claimDuePurges()
  reportPurgeBacklog(backlog)
  if (due.length === 0 && !isTestDue) return false
  const tags = due.length > 0 ? [...new Set(due.map(({ tag }) => tag))] : [testTag]
  const failure = await sendPurge(mediaCache, tags)
  countPurgeRequest(failure === null ? 'ok' : 'failed')
  logChange(failure)
  if (failure !== null) await recordFailedPurge(due)
  else await recordPurged(due)
  // The next claim finds out that the purger works, so it does not wait for the next poll.
  return failure === null && (isTestDue || due.length === maxTagsPerPurge)
}

/** Logs when the purger stops working and when it works again, but not every attempt in between. */
function logChange(failure: PurgeFailure | null): void {
  if (failure !== null && !isFailing)
    log.error(
      'The shared cache could not be purged, so it may still serve media of videos that are no longer public',
      { reason: failure },
    )
  if (failure === null && isFailing) log.info('The shared cache can be purged again')
  isFailing = failure !== null
}

import { contentEventsPath } from '#contract/live-updates.ts'
import { processingStatusPollingSettings } from '#contract/limits.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { subscribeToLiveUpdates } from '#web/api/live-updates.ts'

interface WaitOptions {
  streamId: string
  contentId: string
  signal: AbortSignal
}

/**
 * Waits until the video can be played, the server rejects the video, or the specification's time limit is
 * reached. The first status request is sent after 1.5 s. Up to 60 more requests follow, one every 3 s. A live
 * update usually arrives before the next request for the status is sent. `onStatus` is called with each
 * status, whether it comes from a request or from a live update.
 */
export function waitUntilProcessed(
  { streamId, contentId, signal }: WaitOptions,
  onStatus: (stream: ProcessingStatus) => void,
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let requests = 0
  const handleStatus = (stream: ProcessingStatus) => {
    if (signal.aborted) return
    onStatus(stream)
    if (isProcessingFinished(stream)) resolve()
  }
  const poll = async () => {
    // Ignore a failed request, because the next one may succeed.
    await callApi(getProcessingStatus, { params: { streamId } }).then(handleStatus, () => undefined)
    if (++requests > processingStatusPollingSettings.maxAttempts) return resolve()
    timer = setTimeout(poll, processingStatusPollingSettings.interval)
  }
  let timer = setTimeout(poll, processingStatusPollingSettings.firstDelay)
  const unfollow = subscribeToLiveUpdates(contentEventsPath(contentId), 0, { stream: handleStatus })
  signal.addEventListener('abort', () => resolve())
  return promise.finally(() => {
    clearTimeout(timer)
    requests = Infinity
    unfollow()
  })
}

export function isProcessingFinished(stream: ProcessingStatus): boolean {
  return stream.ready || stream.state === 'refused' || stream.state === 'failed'
}

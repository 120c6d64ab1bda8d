import { contentEventsPath } from '#contract/live-updates.ts'
import { statusPolling } from '#contract/limits.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { followLiveUpdates } from '#web/api/live-updates.ts'

interface WaitOptions {
  streamId: string
  contentId: string
  signal: AbortSignal
}

/**
 * Waits until a video is playable, is refused, or the specification's time limit is reached (first request
 * after 1.5 s, then every 3 s, up to 60 more). Live updates are faster; `hear` receives every state from
 * either source.
 */
export function waitUntilProcessed(
  { streamId, contentId, signal }: WaitOptions,
  hear: (stream: ProcessingStatus) => void,
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let looks = 0
  const tell = (stream: ProcessingStatus) => {
    if (signal.aborted) return
    hear(stream)
    if (isProcessingFinished(stream)) resolve()
  }
  const look = async () => {
    // A failed request needs no handling; the next one may succeed.
    await callApi(getProcessingStatus, { params: { streamId } }).then(tell, () => undefined)
    if (++looks > statusPolling.most) return resolve()
    timer = setTimeout(look, statusPolling.every)
  }
  let timer = setTimeout(look, statusPolling.first)
  const unfollow = followLiveUpdates(contentEventsPath(contentId), 0, { stream: tell })
  signal.addEventListener('abort', () => resolve())
  return promise.finally(() => {
    clearTimeout(timer)
    looks = Infinity
    unfollow()
  })
}

export function isProcessingFinished(stream: ProcessingStatus): boolean {
  return stream.ready || stream.state === 'refused' || stream.state === 'failed'
}

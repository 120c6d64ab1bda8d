import { processingStatusPollingSettings } from '#contract/limits.ts'
import { getProcessingStatus } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { isProcessingFinished } from '../transfer/wait-until-processed.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { getUploadQueue, updateQueuedUpload } from './upload-queue-state.ts'

const attempts = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Polls the processing status of all uploaded videos in the queue, at the same interval as for a single
 * upload (specification, section 9). A separate live-update stream for each video would use up the few
 * connections that the browser opens to one server.
 */
export function pollQueueProcessingStatus(): void {
  timer ??= setTimeout(() => void poll(), processingStatusPollingSettings.firstDelay)
}

async function poll() {
  for (const entry of getUploadQueue().entries) if (entry.phase === 'processing') await check(entry)
  timer = undefined
  if (getUploadQueue().entries.some(({ phase }) => phase === 'processing'))
    timer = setTimeout(() => void poll(), processingStatusPollingSettings.interval)
}

async function check({ id, streamId }: QueuedUpload) {
  const count = (attempts.get(id) ?? 0) + 1
  attempts.set(id, count)
  // Ignore a failed request, because the next one may succeed.
  const stream = await callApi(getProcessingStatus, { params: { streamId: streamId! } }).catch(() => null)
  if (stream && isProcessingFinished(stream)) {
    const isRejected = stream.error !== null
    updateQueuedUpload(id, {
      phase: isRejected ? 'failed' : 'ready',
      error: stream.error,
      isRetryable: false,
      progress: 1,
    })
  } else if (count > processingStatusPollingSettings.maxAttempts)
    updateQueuedUpload(id, { phase: 'received' })
  else if (stream) updateQueuedUpload(id, { progress: stream.percent / 100 })
}

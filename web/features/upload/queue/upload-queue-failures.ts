import { ApiCallError } from '#web/api/api-client.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import type { QueuedUpload } from './queued-upload.ts'

/** After these errors, the other videos of the queue would fail too. The queue stops until the creator resumes it. */
const errorsForAllVideos = new Set(['quota_full', 'first_day_full', 'enough_today'])

/** What the queue does after a failed upload. */
export interface QueueFailure {
  patch: Partial<QueuedUpload>
  /** The number of seconds after which the queue tries the same video again. */
  retryInSeconds?: number
  pausesQueue?: boolean
}

/**
 * Decides what happens after an error. The queue waits if the server or the network is unavailable, or if too
 * many uploads are running. Any other error concerns this video only, and the next video is sent. `hasStarted` is
 * true if the server had already accepted the details of the video, so a rejection is about the file.
 */
export function describeQueueFailure(error: unknown, hasStarted = false): QueueFailure {
  if (!(error instanceof ApiCallError)) {
    const detail = uploadProgressMessages.failedDetail
    return failed({ title: uploadProgressMessages.headline.failed, detail }, true)
  }
  const { status, code, title, detail } = error
  if (status === 401) return { ...failed({ title, detail }, true), pausesQueue: true }
  if (errorsForAllVideos.has(code)) return { ...failed({ title, detail }, true), pausesQueue: true }
  if (status === 429) {
    const hold = code === 'too_many_uploads' ? 'slot' : 'server'
    return { patch: { phase: 'waiting', hold, isPrepared: false }, retryInSeconds: error.retryAfter ?? 60 }
  }
  if (error.retryable || code === 'unavailable')
    return { patch: { phase: 'waiting', hold: 'network', isPrepared: false }, retryInSeconds: 5 }
  // After the creator has confirmed the text or changed the details, the same file can be sent.
  return failed({ title, detail }, !(hasStarted && fileRejections.includes(status)))
}

const fileRejections = [400, 413, 415, 422]

const failed = (error: { title: string; detail: string }, isRetryable: boolean): QueueFailure => ({
  patch: { phase: 'failed', hold: null, error, isRetryable, isPrepared: false },
})

import { ApiCallError } from '#web/api/api-client.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import type { QueuedUpload } from './queued-upload.ts'

/**
 * Errors that would also occur for the other videos in the queue. After such an error, the queue stops until
 * the creator resumes it.
 */
const errorsForAllVideos = new Set(['quota_full', 'first_day_full', 'enough_today'])

/** What the queue does after an upload has failed. */
export interface UploadQueueFailure {
  patch: Partial<QueuedUpload>
  /** The number of seconds to wait before the queue tries the same video again. */
  retryInSeconds?: number
  pausesQueue?: boolean
}

/**
 * Decides what the queue does after an error. The queue waits if the server or the network is unavailable, or
 * if too many uploads are running. Any other error affects only this video, so the queue continues with the
 * next one. `hasStarted` is true if the server has already accepted the details of the video, so a rejection
 * concerns the file.
 */
export function describeUploadQueueFailure(error: unknown, hasStarted = false): UploadQueueFailure {
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
  // The same file can be sent once the creator has confirmed the text or changed the details.
  return failed({ title, detail }, !(hasStarted && fileRejections.includes(status)))
}

const fileRejections = [400, 413, 415, 422]

const failed = (error: { title: string; detail: string }, isRetryable: boolean): UploadQueueFailure => ({
  patch: { phase: 'failed', hold: null, error, isRetryable, isPrepared: false },
})

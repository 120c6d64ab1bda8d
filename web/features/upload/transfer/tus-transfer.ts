import type { DetailedError, Upload } from 'tus-js-client'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'

/** Why no bytes are transferred although the upload is not paused. */
export type TransferStallReason = 'network' | 'storage' | 'server'

export interface UploadTransfer {
  /** Resolves when the server has every byte; rejects with an ApiCallError if it refuses for good. */
  done: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
}

interface TransferListener {
  /** Reports the bytes so far: those sent and, after every reconnect, those that the server has. */
  progress(sent: number): void
  hold(why: TransferStallReason): void
}

/**
 * Sends a file to an existing upload by tus 1.0: asks for the offset, resumes from there, and does so again
 * after every disconnect. It retries for as long as the page is open; only a refusal ends it.
 */
export async function startTusTransfer(
  file: File,
  uploadURL: string,
  listener: TransferListener,
): Promise<UploadTransfer> {
  const { Upload } = await import('tus-js-client')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload: Upload = new Upload(file, {
    // Use this page's origin: PUBLIC_URL may differ from the host that this visitor uses.
    uploadUrl: new URL(new URL(uploadURL, location.href).pathname, location.origin).href,
    chunkSize: Infinity,
    retryDelays,
    storeFingerprintForResuming: false,
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0
      if (!isRetryableStatus(status)) return false
      listener.hold(status === 0 ? 'network' : status === 507 ? 'storage' : 'server')
      return true
    },
    onProgress(sent) {
      stallTimer.quiet()
      listener.progress(sent)
    },
    onSuccess: () => end(resolve),
    onError: async (error) => {
      const reason = await toCallError(error as DetailedError)
      end(() => settle(reason))
    },
  })
  const settle = (reason: ApiCallError) => (reason.code === 'upload_complete' ? resolve() : reject(reason))
  const restart = () => void upload.abort().then(() => upload.start())
  const stallTimer = createStallTimer(() => {
    listener.hold('network')
    restart()
  })
  const end = (how: () => void) => {
    stallTimer.stop()
    removeEventListener('online', restart)
    how()
  }
  addEventListener('online', restart)
  upload.start()
  return {
    done: promise,
    pause() {
      stallTimer.stop()
      removeEventListener('online', restart)
      void upload.abort()
    },
    resume() {
      stallTimer.quiet()
      addEventListener('online', restart)
      upload.start()
    },
    cancel: () => end(() => void upload.abort()),
  }
}

/**
 * The first retry is immediate, the next ones slower, then every 10 s for longer than anyone would
 * wait (14 hours). Milliseconds.
 */
const retryDelays = [0, 1000, 3000, 5000, ...Array<number>(5000).fill(10_000)]

/**
 * No response, a locked upload (the server has not yet noticed that the last connection died),
 * or a busy or restarting server.
 */
function isRetryableStatus(status: number) {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

async function toCallError(error: DetailedError): Promise<ApiCallError> {
  const response = error.originalResponse
  if (!response) return new ApiCallError(503, { code: 'unavailable', ...describeApiError('unavailable') })
  const status = response.getStatus()
  // Responses to HEAD have no body that could carry an error.
  if (status === 404 || status === 410)
    return new ApiCallError(404, { code: 'upload_not_found', ...describeApiError('upload_not_found') })
  const reason = await parseErrorResponse(
    new Response(response.getBody() || '{}', { status: Math.max(200, status) }),
  )
  // Not an error of our API: for example, a proxy that blocks uploads.
  if (reason.code !== 'internal') return reason
  const words = { title: uploadProgressMessages.headline.failed, detail: uploadProgressMessages.failedToSend }
  return new ApiCallError(status, { code: 'upload_failed', ...words })
}

/**
 * A connection may die silently (a phone leaving the Wi-Fi); after this long without
 * progress, reconnect. Milliseconds.
 */
const stallTimeoutMs = 45_000

function createStallTimer(ring: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const quiet = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      quiet()
      ring()
    }, stallTimeoutMs)
  }
  quiet()
  return { quiet, stop: () => clearTimeout(timer) }
}

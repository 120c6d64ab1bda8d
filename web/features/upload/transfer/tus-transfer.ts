import type { DetailedError, Upload } from 'tus-js-client'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'

/** The reason why a transfer is waiting. A pause by the user is not one of these reasons. */
export type TransferStallReason = 'network' | 'storage' | 'server'

export interface UploadTransfer {
  /**
   * The promise resolves when the server has received every byte. The promise rejects with an ApiCallError if
   * the server refuses the upload permanently.
   */
  done: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
}

interface TransferListener {
  /**
   * Called with the number of bytes that have been sent. After a reconnect, this is the number of bytes that
   * the server has received.
   */
  progress(sent: number): void
  hold(why: TransferStallReason): void
}

/**
 * Sends a file to an existing upload on the server, using the tus 1.0 protocol. After each disconnect, the
 * client asks the server how many bytes it has received, and continues from there. While the page is open,
 * the client retries for up to 14 hours, unless the server refuses the upload permanently.
 */
export async function startTusTransfer(
  file: File,
  uploadURL: string,
  listener: TransferListener,
): Promise<UploadTransfer> {
  const { Upload } = await import('tus-js-client')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload: Upload = new Upload(file, {
    // Use the origin of this page in the upload URL, because PUBLIC_URL may differ from the host name that
    // the visitor uses.
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
 * The delays between retries of a transfer, in milliseconds. The first retry after a failure is immediate.
 * The delays then increase to at most 10 s. After 14 hours of retries without progress, which is longer than
 * any user would wait, the client gives up.
 */
const retryDelays = [0, 1000, 3000, 5000, ...Array<number>(5000).fill(10_000)]

/**
 * Returns true if the client should retry: there was no response, or the server is busy or restarting. The
 * client also retries a locked upload, because the lock only means that the server has not noticed yet that
 * the previous connection was lost.
 */
function isRetryableStatus(status: number) {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

async function toCallError(error: DetailedError): Promise<ApiCallError> {
  const response = error.originalResponse
  if (!response) return new ApiCallError(503, { code: 'unavailable', ...describeApiError('unavailable') })
  const status = response.getStatus()
  // A response to a HEAD request has no body, so it cannot contain an error.
  if (status === 404 || status === 410)
    return new ApiCallError(404, { code: 'upload_not_found', ...describeApiError('upload_not_found') })
  const reason = await parseErrorResponse(
    new Response(response.getBody() || '{}', { status: Math.max(200, status) }),
  )
  // The `internal` error code means that the response did not come from this server but, for example, from a
  // proxy that blocks uploads.
  if (reason.code !== 'internal') return reason
  const words = { title: uploadProgressMessages.headline.failed, detail: uploadProgressMessages.failedToSend }
  return new ApiCallError(status, { code: 'upload_failed', ...words })
}

/**
 * If there is no progress for this many milliseconds, the client reconnects. A connection can be lost without
 * an error, for example when a phone leaves the Wi-Fi.
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

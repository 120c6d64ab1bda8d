import type { DetailedError, Upload } from 'tus-js-client'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'

/** Why no bytes move although nobody paused. */
export type TransferStallReason = 'network' | 'storage' | 'server'

export interface UploadTransfer {
  /** Ends when the server has every byte; throws ApiCallError when it says no for good. */
  done: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
}

interface TransferListener {
  /** Bytes so far: what is sent, and after every reconnect what the server really has. */
  progress(sent: number): void
  hold(why: TransferStallReason): void
}

/**
 * Sends a file to an upload that exists already, by tus 1.0: asks for the offset, goes on from there, and
 * again after every cut. It never gives up while the page lives; only a refusal ends it.
 */
export async function startTusTransfer(
  file: File,
  uploadURL: string,
  hears: TransferListener,
): Promise<UploadTransfer> {
  const { Upload } = await import('tus-js-client')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload: Upload = new Upload(file, {
    // By this page's own origin: PUBLIC_URL may name the site otherwise than this visitor does.
    uploadUrl: new URL(new URL(uploadURL, location.href).pathname, location.origin).href,
    chunkSize: Infinity,
    retryDelays,
    storeFingerprintForResuming: false,
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0
      if (!isRetryableStatus(status)) return false
      hears.hold(status === 0 ? 'network' : status === 507 ? 'storage' : 'server')
      return true
    },
    onProgress(sent) {
      alarm.quiet()
      hears.progress(sent)
    },
    onSuccess: () => end(resolve),
    onError: async (error) => {
      const reason = await toCallError(error as DetailedError)
      end(() => settle(reason))
    },
  })
  const settle = (reason: ApiCallError) => (reason.code === 'upload_complete' ? resolve() : reject(reason))
  const again = () => void upload.abort().then(() => upload.start())
  const alarm = createStallTimer(() => {
    hears.hold('network')
    again()
  })
  const end = (how: () => void) => {
    alarm.stop()
    removeEventListener('online', again)
    how()
  }
  addEventListener('online', again)
  upload.start()
  return {
    done: promise,
    pause() {
      alarm.stop()
      removeEventListener('online', again)
      void upload.abort()
    },
    resume() {
      alarm.quiet()
      addEventListener('online', again)
      upload.start()
    },
    cancel: () => end(() => void upload.abort()),
  }
}

/** At once, then ever more slowly, then every 10 s for as long as anyone would wait (14 hours). Milliseconds. */
const retryDelays = [0, 1000, 3000, 5000, ...Array<number>(5000).fill(10_000)]

/** No answer at all, a locked upload (the server has not noticed yet that the last connection died), a busy or restarting server. */
function isRetryableStatus(status: number) {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

async function toCallError(error: DetailedError): Promise<ApiCallError> {
  const response = error.originalResponse
  if (!response) return new ApiCallError(503, { code: 'unavailable', ...describeApiError('unavailable') })
  const status = response.getStatus()
  // The answer to HEAD has no body to say it with.
  if (status === 404 || status === 410)
    return new ApiCallError(404, { code: 'upload_not_found', ...describeApiError('upload_not_found') })
  const reason = await parseErrorResponse(
    new Response(response.getBody() || '{}', { status: Math.max(200, status) }),
  )
  // Not one of ours: a proxy, say, that lets no uploads through.
  if (reason.code !== 'internal') return reason
  const words = { title: uploadProgressMessages.headline.failed, detail: uploadProgressMessages.failedToSend }
  return new ApiCallError(status, { code: 'upload_failed', ...words })
}

/** A connection may die without a word (a phone leaving the Wi-Fi): no progress for so long means start over. Milliseconds. */
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

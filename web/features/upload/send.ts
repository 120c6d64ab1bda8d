import type { DetailedError, Upload } from 'tus-js-client'
import { CallError, errorOf } from '#web/api/call.ts'
import { refusal } from '#contract/refusals.ts'
import { card } from '#web/words/upload.ts'

/** Why no bytes move although nobody paused. */
export type Hold = 'network' | 'storage' | 'server'

export interface Sending {
  /** Ends when the server has every byte; throws CallError when it says no for good. */
  done: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
}

interface Hears {
  /** Bytes so far: what is sent, and after every reconnect what the server really has. */
  progress(sent: number): void
  hold(why: Hold): void
}

/**
 * Sends a file to an upload that exists already, by tus 1.0: asks for the offset, goes on from there, and
 * again after every cut. It never gives up while the page lives; only a refusal ends it.
 */
export async function sendBytes(file: File, uploadURL: string, hears: Hears): Promise<Sending> {
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
      if (!passes(status)) return false
      hears.hold(status === 0 ? 'network' : status === 507 ? 'storage' : 'server')
      return true
    },
    onProgress(sent) {
      alarm.quiet()
      hears.progress(sent)
    },
    onSuccess: () => end(resolve),
    onError: async (error) => {
      const reason = await reasonOf(error as DetailedError)
      end(() => settle(reason))
    },
  })
  const settle = (reason: CallError) => (reason.code === 'upload_complete' ? resolve() : reject(reason))
  const again = () => void upload.abort().then(() => upload.start())
  const alarm = stallAlarm(() => {
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
function passes(status: number) {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

async function reasonOf(error: DetailedError): Promise<CallError> {
  const response = error.originalResponse
  if (!response) return new CallError(503, { code: 'unavailable', ...refusal('unavailable') })
  const status = response.getStatus()
  // The answer to HEAD has no body to say it with.
  if (status === 404 || status === 410)
    return new CallError(404, { code: 'upload_not_found', ...refusal('upload_not_found') })
  const reason = await errorOf(new Response(response.getBody() || '{}', { status: Math.max(200, status) }))
  // Not one of ours: a proxy, say, that lets no uploads through.
  if (reason.code !== 'internal') return reason
  const words = { title: card.headline.failed, detail: card.failedToSend }
  return new CallError(status, { code: 'upload_failed', ...words })
}

/** A connection may die without a word (a phone leaving the Wi-Fi): no progress for so long means start over. Milliseconds. */
const stalled = 45_000

function stallAlarm(ring: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const quiet = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      quiet()
      ring()
    }, stalled)
  }
  quiet()
  return { quiet, stop: () => clearTimeout(timer) }
}

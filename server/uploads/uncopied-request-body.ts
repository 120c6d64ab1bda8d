import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'

/**
 * Calls `handle` while `request.body` reads directly from the connection. The HTTP adapter would use `Readable.toWeb`,
 * which copies each chunk. Without the copy, an upload causes fewer full garbage collections, during which all other
 * requests wait (decision 087). If there is no connection, as in tests, or if it has already been read, the body stays as
 * it is.
 */
export async function withUncopiedRequestBody<Result>(
  request: Request,
  incoming: IncomingMessage | undefined,
  handle: () => Promise<Result>,
): Promise<Result> {
  if (!incoming || incoming.destroyed || incoming.readableDidRead) return handle()
  const stopReading = new AbortController()
  Object.defineProperty(request, 'body', { value: streamIncoming(incoming, stopReading) })
  try {
    return await handle()
  } finally {
    // The HTTP adapter reads the rest of a refused upload, because closing the connection would lose the response.
    stopReading.abort()
  }
}

function streamIncoming(incoming: IncomingMessage, stopReading: AbortController): ReadableStream<Uint8Array> {
  const { signal } = stopReading
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const enqueue = (chunk: Uint8Array) => {
          controller.enqueue(chunk)
          incoming.pause()
        }
        const stopWaiting = finished(incoming, { writable: false }, (error) => {
          if (error) controller.error(error)
          else controller.close()
        })
        signal.addEventListener('abort', () => {
          incoming.off('data', enqueue)
          stopWaiting()
        })
        incoming.on('data', enqueue)
        incoming.pause()
      },
      pull() {
        if (!signal.aborted) incoming.resume()
      },
      // After this, the controller accepts no chunk.
      cancel() {
        stopReading.abort()
      },
    },
    { highWaterMark: 0 },
  )
}

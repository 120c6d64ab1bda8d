import { Writable } from 'node:stream'

/**
 * Creates the body of a page. React writes a page in pieces of 4 KB, and calls `flush` when the browser should get what
 * has been written. All pieces up to a flush become one chunk, because each chunk is compressed and sent separately.
 */
export function createPageBody(): {
  /** React calls its method `flush`. */
  writable: Writable
  stream: ReadableStream<Uint8Array>
  flush(): void
} {
  let parts: Uint8Array[] = []
  let isComplete = false
  let controller: ReadableStreamDefaultController<Uint8Array>
  const flush = () => {
    if (parts.length > 0 && !writable.destroyed) controller.enqueue(Buffer.concat(parts))
    parts = []
  }
  const writable = new Writable({
    write(part: Uint8Array, _, done) {
      parts.push(part)
      done()
    },
    final(done) {
      flush()
      isComplete = true
      controller.close()
      done()
    },
    destroy(error, done) {
      // An error would also discard what has not been sent yet.
      if (!isComplete) controller.error(error ?? new Error('the page was not completed'))
      done(error)
    },
  })
  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
    },
    cancel() {
      writable.destroy()
    },
  })
  return { writable: Object.assign(writable, { flush }), stream, flush }
}

import { Writable } from 'node:stream'

/**
 * Creates the body of a page. React writes a page in pieces of 4 KB, and calls `flush` when the browser should get what
 * has been written. All pieces up to a flush become one chunk, because each chunk is compressed and sent separately.
 */
export function createPageBody(): { writable: Writable; stream: ReadableStream<Uint8Array> } {
  let parts: Uint8Array[] = []
  let controller: ReadableStreamDefaultController<Uint8Array>
  const flush = () => {
    if (parts.length > 0) controller.enqueue(Buffer.concat(parts))
    parts = []
  }
  const writable = new Writable({
    write(part: Uint8Array, _, done) {
      parts.push(part)
      done()
    },
    final(done) {
      flush()
      controller.close()
      done()
    },
    destroy(error, done) {
      if (error) controller.error(error)
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
  return { writable: Object.assign(writable, { flush }), stream }
}

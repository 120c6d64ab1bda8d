import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** More response data than all network buffers can hold. */
export const pipelinedRequests = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(60)

/**
 * The ways in which a client can keep a server waiting. Each entry consists of the first bytes that the
 * client sends, the bytes that it sends four times a second, and the number of bytes that it reads each time.
 */
const kinds: Record<string, { begins: string; drips: string; reads?: number }> = {
  silent: { begins: '', drips: '' },
  'a head without end': { begins: 'GET / HTTP/1.1\r\nHost: localhost:3000\r\n', drips: 'x-a: b\r\n' },
  'a body byte by byte': {
    begins:
      'POST /api/session HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n',
    drips: ' ',
  },
  'chunks without end': {
    begins:
      'POST /login HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
    drips: '1\r\na\r\n',
  },
  'an answer that nobody reads': { begins: pipelinedRequests, drips: '', reads: 0 },
  'an answer read by the crumb': { begins: pipelinedRequests, drips: '', reads: 32 },
}

export interface SlowConnectionResult {
  kind: string
  /** Seconds until the server closed the connection, or Infinity if it did not. */
  ended: number
}

/**
 * Opens `count` connections, cycling through all kinds of slow clients, and keeps each connection open until
 * the server closes it or `atMost` seconds pass.
 */
export async function openSlowConnections(
  port: number,
  { count, atMost }: { count: number; atMost: number },
): Promise<SlowConnectionResult[]> {
  const names = Object.keys(kinds)
  return Promise.all(
    Array.from({ length: count }, (_, at) => holdConnection(port, names[at % names.length]!, atMost)),
  )
}

async function holdConnection(port: number, kind: string, atMost: number): Promise<SlowConnectionResult> {
  const { begins, drips, reads } = kinds[kind]!
  const socket =
    reads === undefined
      ? connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      : openSlowReadConnection(port, reads)
  // A reset by the server is the expected outcome.
  socket.on('error', () => {})
  const startedAt = performance.now()
  // Keeps writing, because a client that does not read notices a closed connection only when a write is
  // answered with a reset.
  const dripping = setInterval(() => socket.write(drips || (kind === 'silent' ? '' : '\r\n')), 250)
  const closed = once(socket, 'close').catch(() => {})
  if (reads === undefined) socket.on('data', () => {}).on('end', () => socket.destroy())
  socket.write(begins)
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, atMost * 1000, 'late').unref())
  const how = await Promise.race([closed, late])
  clearInterval(dripping)
  socket.destroy()
  return { kind, ended: how === 'late' ? Infinity : (performance.now() - startedAt) / 1000 }
}

/**
 * Opens a connection that pipelines many requests and reads `bytes` bytes of the responses four times a
 * second.
 */
export function openSlowReadConnection(port: number, bytes: number): Socket {
  const onread = { buffer: Buffer.alloc(Math.max(bytes, 1)), callback: () => false }
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, onread })
  if (bytes === 0) socket.pause()
  else {
    const reading = setInterval(() => socket.resume(), 250)
    socket.once('close', () => clearInterval(reading))
  }
  return socket
}

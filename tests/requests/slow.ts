import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How the other side can keep a server waiting. Each begins; what it sends each second is what the function says. */
const kinds: Record<string, { begins: string; drips: string }> = {
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
  // More than all the buffers between us hold, and nobody reads it.
  'an answer that nobody reads': {
    begins: 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(60),
    drips: '',
  },
}

export interface Held {
  kind: string
  /** Seconds until the server ended the connection; Infinity where it did not. */
  ended: number
}

/** Opens so many connections, of all kinds in turn, and holds on to them for as long as they are let, `atMost` seconds. */
export async function holdOn(
  port: number,
  { count, atMost }: { count: number; atMost: number },
): Promise<Held[]> {
  const names = Object.keys(kinds)
  return Promise.all(Array.from({ length: count }, (_, at) => hold(port, names[at % names.length]!, atMost)))
}

async function hold(port: number, kind: string, atMost: number): Promise<Held> {
  const { begins, drips } = kinds[kind]!
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // Being thrown out is what we are here for.
  socket.on('error', () => {})
  const startedAt = performance.now()
  // Writing is tried on: a side that does not read hears of the end by the reset alone.
  const dripping = setInterval(() => socket.write(drips || (kind === 'silent' ? '' : '\r\n')), 250)
  const closed = once(socket, 'close').catch(() => {})
  if (kind === 'an answer that nobody reads') socket.pause()
  else socket.on('data', () => {}).on('end', () => socket.destroy())
  socket.write(begins)
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, atMost * 1000, 'late').unref())
  const how = await Promise.race([closed, late])
  clearInterval(dripping)
  socket.destroy()
  return { kind, ended: how === 'late' ? Infinity : (performance.now() - startedAt) / 1000 }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * The modes of the proxy. `pass` forwards bytes. `refuse` resets new connections. `blackhole` keeps connections
 * open but discards all bytes, like a router that has been switched off. `hold` delays all bytes until the
 * mode changes. `busy` acts as an HTTP server that responds to every request with 503.
 */
export type ProxyMode = 'pass' | 'refuse' | 'blackhole' | 'hold' | 'busy'

/** A proxy that simulates network failures. */
export interface FlakyProxy {
  port: number
  mode: ProxyMode
  /** Number of currently open connections. */
  readonly open: number
  /** Number of connections since the proxy started. */
  readonly count: number
  /** Resets every connection. */
  cut(): void
  /**
   * Makes the open connections silently stop transmitting data. New connections still work. Returns the
   * number of stopped connections.
   */
  blackholeOpenConnections(): number
  /** The timestamps at which the server behind the proxy ended a dead connection. */
  readonly givenUp: readonly number[]
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  isDead: boolean
}

/** Starts a proxy that forwards connections to a TCP port or a Unix socket. The initial mode is `pass`. */
export async function startFlakyProxy(to: NetConnectOpts): Promise<FlakyProxy> {
  const pairs = new Set<Pair>()
  const givenUp: number[] = []
  let count = 0
  let mode: ProxyMode = 'pass'
  const server = createServer({ allowHalfOpen: true }, (near) => {
    count += 1
    if (line.mode === 'refuse') return void near.resetAndDestroy()
    if (line.mode === 'busy') return sayBusy(near)
    const far = connect({ ...to, allowHalfOpen: true } as NetConnectOpts)
    const pair: Pair = { near, far, isDead: false }
    const isDead = () => pair.isDead || line.mode === 'blackhole'
    // The server behind the proxy is not told that a connection is dead, and must detect the dead connection
    // by a timeout.
    far.on('end', () => pair.isDead && givenUp.push(Date.now()))
    pairs.add(pair)
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (isDead() || onward.destroyed) return
        if (mode === 'hold') {
          from.pause()
          from.unshift(bytes)
          return
        }
        if (!onward.write(bytes)) from.pause()
      })
      onward.on('drain', () => from.resume())
      // If either end closes a dead connection, the proxy does not inform the other end.
      from.on('end', () => isDead() || onward.end())
      from.on('error', () => isDead() || onward.destroy())
      from.on('close', () => {
        if (!isDead()) onward.destroy()
        if (near.destroyed && far.destroyed) pairs.delete(pair)
      })
    }
  })
  const line: FlakyProxy = {
    port: 0,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
      if (mode === 'hold') return
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.resume()
    },
    get open() {
      return pairs.size
    },
    get count() {
      return count
    },
    cut() {
      for (const { near, far } of pairs) {
        near.resetAndDestroy()
        far.destroy()
      }
      pairs.clear()
    },
    givenUp,
    blackholeOpenConnections() {
      for (const pair of pairs) pair.isDead = true
      return pairs.size
    },
    async close() {
      line.cut()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.port = (server.address() as AddressInfo).port
  return line
}

function sayBusy(near: Socket): void {
  near.on('error', () => {})
  near.once('data', () => {
    near.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    near.resume()
    setTimeout(() => near.destroy(), 500)
  })
}

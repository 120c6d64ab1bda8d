import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * `pass`: bytes go through. `refuse`: whoever connects is hung up on. `swallow`: connections stand, bytes vanish, as behind a
 * router that was switched off. `busy`: a server of HTTP that says 503 to everything.
 */
export type ProxyMode = 'pass' | 'refuse' | 'swallow' | 'busy'

/** A line that can break. */
export interface FlakyProxy {
  port: number
  mood: ProxyMode
  /** Connections that stand now. */
  readonly open: number
  /** How many have come since the start. */
  readonly count: number
  /** Breaks every connection off, as a reset. */
  cut(): void
  /** Those that stand now carry nothing any more, and nobody is told; those that come are well. Returns how many. */
  deaden(): number
  /** When the far side ended one that is dead. */
  readonly givenUp: readonly number[]
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  isDead: boolean
}

/** A line to a TCP port or a socket file. It begins steady. */
export async function startFlakyProxy(to: NetConnectOpts): Promise<FlakyProxy> {
  const pairs = new Set<Pair>()
  const givenUp: number[] = []
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    count += 1
    if (line.mood === 'refuse') return void near.resetAndDestroy()
    if (line.mood === 'busy') return sayBusy(near)
    const far = connect({ ...to, allowHalfOpen: true } as NetConnectOpts)
    const pair: Pair = { near, far, isDead: false }
    const isDead = () => pair.isDead || line.mood === 'swallow'
    // From the far side only: whoever was told nothing gives up by itself.
    far.on('end', () => pair.isDead && givenUp.push(Date.now()))
    pairs.add(pair)
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (isDead() || onward.destroyed) return
        if (!onward.write(bytes)) from.pause()
      })
      onward.on('drain', () => from.resume())
      // Behind a dead line nobody hears that the other has hung up.
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
    mood: 'pass',
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
    deaden() {
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

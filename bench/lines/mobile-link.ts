import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type BandwidthTrace, traceStepSeconds } from './bandwidth-traces.ts'
import { createBottleneck } from './bottleneck.ts'

/** A simulated mobile connection. A browser uses it as a SOCKS5 proxy (RFC 1928). */
interface MobileLink {
  /** The URL of the proxy. */
  proxy: string
  close(): void
}

/**
 * Starts a connection whose bandwidth follows the trace, beginning now. All requests of the browser share the
 * bandwidth. Opening a TCP connection takes one round trip, and each request takes another.
 */
export async function startMobileLink({ kilobits, latency }: BandwidthTrace): Promise<MobileLink> {
  const start = performance.now()
  const getBytesPerMs = () => {
    const step = Math.floor((performance.now() - start) / (traceStepSeconds * 1000))
    return kilobits[step % kilobits.length]! / 8
  }
  const [up, down] = [
    createBottleneck(getBytesPerMs, latency / 2),
    createBottleneck(getBytesPerMs, latency / 2),
  ]
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket.setNoDelay())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer(async (client) => {
    track(client)
    client.on('error', () => {})
    const address = await readAddress(client).catch(() => client.destroy())
    if (!('port' in address)) return
    const target = connect(address)
    track(target)
    closeTogether(client, target)
    setTimeout(() => {
      up.carry(client, target)
      down.carry(target, client)
      if (client.writable) client.write(Buffer.from([version, 0, 0, ipv4, 0, 0, 0, 0, 0, 0]))
    }, latency)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const version = 5
const ipv4 = 1
const domainName = 3

/** Reads the SOCKS5 greeting and the request to connect. Chromium sends every address as a domain name. */
async function readAddress(client: Socket): Promise<{ host: string; port: number }> {
  await once(client, 'data')
  client.write(Buffer.from([version, 0]))
  const [request] = (await once(client, 'data')) as [Buffer]
  if (request[3] !== domainName) throw new Error('Only domain names are supported')
  const end = 5 + request[4]!
  return { host: request.toString('latin1', 5, end), port: request.readUInt16BE(end) }
}

function closeTogether(client: Socket, target: Socket): void {
  // If the browser cancels a request, it closes the connection. The bytes that are still queued are discarded.
  client.on('close', () => target.destroy())
  target.on('error', () => client.destroy())
}

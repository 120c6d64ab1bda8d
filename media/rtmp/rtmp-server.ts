import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ConnectionCounter } from './connection-counter.ts'
import { RtmpConnection } from './rtmp-connection.ts'
import { defaultRtmpLimits } from './rtmp-limits.ts'
import type { RtmpServerOptions } from './rtmp-server-options.ts'

export type RtmpServer = {
  /** Starts listening. With port 0, the system chooses a free port. Rejects if the port is in use. */
  listen: (address: { port: number; host: string }) => Promise<AddressInfo>
  /** Stops listening, ends all broadcasts, and resolves when every sink has been ended. */
  close: () => Promise<void>
}

/**
 * Creates a server that receives broadcasts over RTMP (Adobe RTMP 1.0) from OBS, ffmpeg and other encoders,
 * with H.264 video and AAC audio. Clients cannot watch: the `play` command is refused. Each broadcast is
 * split into pieces of FLV, which are written to the sink that `authorize` returns. The server has no TLS; a
 * proxy can add it.
 */
export function createRtmpServer(options: RtmpServerOptions): RtmpServer {
  const limits = { ...defaultRtmpLimits, ...options.limits }
  const counter = new ConnectionCounter(limits)
  const connections = new Set<RtmpConnection>()
  let lastId = 0

  const server = createServer({ noDelay: true }, (socket) => {
    // The address is unknown if the client has already closed the connection.
    const remoteAddress = addressOf(socket)
    if (!remoteAddress) return void socket.destroy()
    const network = options.networkOfAddress(remoteAddress)
    const exceeded = counter.add(network)
    if (exceeded) {
      options.log.info('RTMP connection refused', { reason: exceeded })
      socket.on('error', () => {})
      return void socket.destroy()
    }
    const connection = new RtmpConnection({ ...options, limits, socket, remoteAddress, id: (lastId += 1) })
    connections.add(connection)
    socket.on('close', () => counter.remove(network))
    void connection.ended.then(() => connections.delete(connection))
  })
  // Such an error occurs, for example, if no file descriptor is left for a new connection.
  const logError = (error: Error) => options.log.error('RTMP server error', { error: error.message })

  return {
    async listen(address) {
      server.listen(address)
      await once(server, 'listening')
      server.on('error', logError)
      return server.address() as AddressInfo
    },
    async close() {
      // The callback is called even if the server is not listening.
      const closed = new Promise<unknown>((resolve) => server.close(resolve))
      for (const connection of connections) connection.disconnect('server_closing')
      await Promise.all([closed, ...[...connections].map(({ ended }) => ended)])
    },
  }
}

function addressOf(socket: Socket): string | undefined {
  return socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '')
}

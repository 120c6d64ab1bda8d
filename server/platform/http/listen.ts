import type { Server } from 'node:http'
import { serve, type ServerType } from '@hono/node-server'
import type { Config } from '../config.ts'
import type { App } from './app.ts'

/**
 * Serves the app. Half-open and idle connections are closed early (Node's own limits let 200 of them sit);
 * an upload may take as long as its bytes keep coming.
 */
export function listen(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({
      fetch: app.fetch,
      port,
      hostname: host,
      serverOptions: {
        headersTimeout: 5000,
        requestTimeout: 0,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 5000,
      },
    }) as Server
    server.on('listening', () => resolve(server))
    server.on('error', reject)
  })
}

/** Takes no new connections, ends the live streams, lets running answers finish for up to 5 s. */
export async function stopListening(server: ServerType, endStreams: () => void): Promise<void> {
  const http = server as Server
  const closed = new Promise<void>((resolve) => void http.close(() => resolve()))
  endStreams()
  http.closeIdleConnections()
  const impatient = setTimeout(() => http.closeAllConnections(), 5000)
  await closed
  clearTimeout(impatient)
}

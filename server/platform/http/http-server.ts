import { createServer, type IncomingMessage, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Config } from '../config.ts'
import type { App } from './app.ts'
import { handleMalformedRequests, respondToUnreadableRequest } from './malformed-requests.ts'
import { closeSlowConnections, connectionTimeouts } from './slow-connections.ts'

/**
 * Serves the app. Half-open, slow and idle connections are closed early: Node's own limits let 200 of them sit. What is not
 * even a request is answered in our words.
 */
export function startHttpServer(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: connectionTimeouts.head,
      requestTimeout: 0,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: connectionTimeouts.head,
      // Others are told five seconds. Node itself would close what it has not read yet: `closeSlowConnections` is there first.
      keepAliveTimeoutBuffer: 60_000,
      requireHostHeader: false,
    },
    getRequestListener(app.fetch, { errorHandler: respondToUnreadableRequest }),
  )
  server.prependListener('request', dropDuplicateHost)
  server.prependListener('request', dropUserinfo)
  closeSlowConnections(server)
  handleMalformedRequests(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** Who names two hosts names none (RFC 9112, section 3.2): a proxy in front may have believed the other. */
function dropDuplicateHost({ headers, rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) delete headers.host
}

/** An absolute address may carry `user:password@` (RFC 9110, section 4.2.4). No request can be built from it, and it is nobody's sign-in here. */
function dropUserinfo(request: IncomingMessage): void {
  request.url = request.url?.replace(/^(https?:\/\/)[^/?#]*@/i, '$1')
}

/** Takes no new connections, ends the live streams, lets running answers finish for up to 5 s. */
export async function stopHttpServer(http: Server, endStreams: () => void): Promise<void> {
  // Who goes on asking on a connection that stands gets this one answer, and its next connection is somebody else's.
  http.prependListener('request', (_, answer) => (answer.shouldKeepAlive = false))
  const closed = new Promise<void>((resolve) => void http.close(() => resolve()))
  endStreams()
  const idle = setInterval(() => http.closeIdleConnections(), 50)
  const impatient = setTimeout(() => http.closeAllConnections(), 5000)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}

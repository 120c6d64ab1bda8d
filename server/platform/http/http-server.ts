import { createServer, type IncomingMessage, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Config } from '../config.ts'
import type { App } from './app.ts'
import { handleMalformedRequests, respondToMalformedRequest } from './malformed-requests.ts'
import { closeSlowConnections, connectionTimeouts } from './slow-connections.ts'

/**
 * Starts the HTTP server. Half-open, slow and idle connections are closed early, because in a test with
 * Node's default timeouts 200 half-open or slow connections stayed open. Responses to malformed requests use
 * the API's error format.
 */
export function startHttpServer(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: connectionTimeouts.headers,
      requestTimeout: 0,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: connectionTimeouts.headers,
      // With this buffer, `closeSlowConnections` closes idle connections before Node does. Without the
      // buffer, Node would also close connections that have unread bytes. The buffer does not change the
      // keep-alive timeout of five seconds that the server announces to clients.
      keepAliveTimeoutBuffer: 60_000,
      requireHostHeader: false,
    },
    getRequestListener(app.fetch, { errorHandler: respondToMalformedRequest }),
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

/**
 * Removes duplicate Host headers. A request with two Host headers is treated as having none (RFC 9112,
 * section 3.2), because a proxy in front of the server could have used either of the two headers.
 */
function dropDuplicateHost({ headers, rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) delete headers.host
}

/**
 * Removes `user:password@` from an absolute URL (RFC 9110, section 4.2.4). The Request constructor rejects
 * URLs that contain a user name or password. The user name and password can be removed, because this site
 * does not use them for signing in.
 */
function dropUserinfo(request: IncomingMessage): void {
  request.url = request.url?.replace(/^(https?:\/\/)[^/?#]*@/i, '$1')
}

/**
 * Stops accepting connections, ends the streams of live updates, and waits up to 5 s for the responses in
 * progress.
 */
export async function stopHttpServer(http: Server, endStreams: () => void): Promise<void> {
  // During the shutdown, a kept-alive connection is closed after its next response, so that the client
  // connects to another process.
  http.prependListener('request', (_, answer) => (answer.shouldKeepAlive = false))
  const closed = new Promise<void>((resolve) => void http.close(() => resolve()))
  endStreams()
  const idle = setInterval(() => http.closeIdleConnections(), 50)
  const impatient = setTimeout(() => http.closeAllConnections(), 5000)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A load balancer for several web servers. Requests are sent to the servers in turn (round robin), regardless
 * of the client.
 */
export interface LoadBalancer {
  url: string
  /** The ports of the web servers. A web server that refuses a connection is skipped. */
  to: number[]
  /** Number of responses from each web server, by port. */
  readonly answers: ReadonlyMap<number, number>
  close(): Promise<void>
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const answers = new Map<number, number>()
  let turn = 0
  const pass = (request: IncomingMessage, response: ServerResponse, left: number) => {
    const port = balanced.to[(turn += 1) % balanced.to.length]!
    const { method, url: path, socket } = request
    const headers = { ...request.headers, 'x-forwarded-for': socket.remoteAddress }
    const onward = forward({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      answers.set(port, (answers.get(port) ?? 0) + 1)
      response.writeHead(answer.statusCode!, answer.headers)
      // If the web server aborts its response, the load balancer aborts the forwarded response too.
      answer.on('error', () => response.destroy()).pipe(response)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // The connection was refused before any of the request was read, so the request can be sent to another
      // server.
      if (error.code === 'ECONNREFUSED' && left > 1) return pass(request, response, left - 1)
      response.destroy()
    })
    response.on('close', () => onward.destroy())
    onward.on('socket', (line) => line.once('connect', () => request.pipe(onward)))
  }
  const server = createServer((request, response) => pass(request, response, balanced.to.length))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const balanced: LoadBalancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: [],
    answers,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return balanced
}

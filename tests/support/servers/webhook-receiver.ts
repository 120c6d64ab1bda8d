import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the receiver got. */
export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'hold' | 'reset'

/** A program that receives webhooks. `answer` decides how it responds to each request. */
export class TestWebhookReceiver {
  received: ReceivedWebhook[] = []
  /** The responses that were not sent yet. */
  held: ServerResponse[] = []
  /** The number of connections, whether or not they sent a request. */
  connections = 0
  answer: (webhook: ReceivedWebhook) => Answer = () => ({ status: 204 })
  url = ''
  private readonly server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const webhook = { path: request.url!, headers: request.headers, body, event: JSON.parse(body) }
    this.received.push(webhook)
    const answer = this.answer(webhook)
    if (answer === 'hold') return void this.held.push(response)
    if (answer === 'reset') return void request.socket.resetAndDestroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }).on('connection', () => (this.connections += 1))

  async start(host = '127.0.0.1', port = 0): Promise<this> {
    this.server.listen(port, host)
    await once(this.server, 'listening')
    this.url = `http://${host}:${(this.server.address() as AddressInfo).port}`
    return this
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}

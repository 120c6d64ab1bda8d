import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface StoredResponse {
  status: number
  headers: Headers
  body: Buffer<ArrayBuffer>
  tags: string[]
  freshUntil: number
}

interface CachingProxyOptions {
  /** The port of this machine on which the proxy listens. */
  port: number
  appUrl: string
  token: string
}

/**
 * A shared cache in front of the site: a CDN or Varnish that keeps responses as the headers of the application allow,
 * and deletes them by tag. Unlike Varnish, it stores a response only when it has received all of it.
 */
export class CachingProxy {
  /** While this is true, purges fail. */
  isPurgingBroken = false
  /** The tags of all purges that the proxy has accepted, oldest first. */
  purged: string[][] = []
  /** Awaited before a response is stored. */
  beforeStoring: () => Promise<unknown> = async () => {}
  readonly url: string
  private readonly options: CachingProxyOptions
  private readonly stored = new Map<string, StoredResponse>()
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch((error: Error) => response.destroy(error))
  })

  constructor(options: CachingProxyOptions) {
    this.options = options
    this.url = `http://127.0.0.1:${options.port}`
  }

  async start(): Promise<void> {
    this.server.listen(this.options.port, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async stop(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PURGE') return void response.writeHead(this.purge(request)).end()
    const path = (request.url ?? '/').replace(/^(\/media\/[^?]+(?<!\/thumbnail))\?.*/, '$1')
    const isCompressible = /\.(m3u8|vtt)$/.test(path)
    const key = isCompressible ? `${path} ${request.headers['accept-encoding'] ?? ''}` : path
    const known = this.stored.get(key)
    const found = known && known.freshUntil > Date.now() ? known : await this.fetch(path, key, request)
    send(found, request, response)
  }

  private purge({ headers }: IncomingMessage): number {
    if (headers.authorization !== `Bearer ${this.options.token}`) return 403
    if (this.isPurgingBroken) return 503
    const tags = String(headers['surrogate-key']).split(' ')
    this.purged.push(tags)
    for (const [key, { tags: own }] of this.stored)
      if (own.some((tag) => tags.includes(tag))) this.stored.delete(key)
    return 200
  }

  private async fetch(path: string, key: string, request: IncomingMessage): Promise<StoredResponse> {
    const { cookie, 'accept-encoding': encoding = 'identity' } = request.headers
    const response = await fetch(this.options.appUrl + path, {
      headers: { ...(cookie && { cookie }), 'accept-encoding': encoding },
    })
    const body = Buffer.from(await response.arrayBuffer())
    const found = {
      status: response.status,
      headers: response.headers,
      body,
      tags: response.headers.get('surrogate-key')?.split(' ') ?? [],
      freshUntil: Date.now() + lifetimeOf(response) * 1000,
    }
    if (found.freshUntil > Date.now()) {
      await this.beforeStoring()
      this.stored.set(key, found)
    }
    return found
  }
}

/** The lifetime in seconds. `Surrogate-Control` takes precedence, as in Fastly. */
function lifetimeOf({ status, headers }: Response): number {
  const caching = headers.get('cache-control') ?? ''
  if (status !== 200 || headers.has('set-cookie') || !/public/.test(caching)) return 0
  const seconds =
    /max-age=(\d+)/.exec(headers.get('surrogate-control') ?? '') ??
    /s-maxage=(\d+)/.exec(caching) ??
    /max-age=(\d+)/.exec(caching)
  return Number(seconds?.[1] ?? 0)
}

function send({ status, headers, body }: StoredResponse, request: IncomingMessage, response: ServerResponse) {
  const hidden = /^(surrogate-|content-(length|encoding)$|connection$|keep-alive$|transfer-encoding$)/
  const passed = Object.fromEntries([...headers].filter(([name]) => !hidden.test(name)))
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (status !== 200 || first === undefined) return void response.writeHead(status, passed).end(body)
  const [start, end] = [Number(first), Math.min(Number(last || body.length - 1), body.length - 1)]
  response.writeHead(206, { ...passed, 'content-range': `bytes ${start}-${end}/${body.length}` })
  response.end(body.subarray(start, end + 1))
}

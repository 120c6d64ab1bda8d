import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser's push subscription, as the browser sends it to the site. */
export interface BrowserSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** A push message that the browser receives after the push service has authenticated the sender. */
export interface ReceivedPush {
  endpoint: string
  message: { id: string; title: string; body: string; path: string }
  headers: IncomingHttpHeaders
  /** The claims of the VAPID token. */
  claims: { aud: string; exp: number; sub: string }
}

/**
 * The response of the push service: a status and headers. If the response is `hold`, the push service does
 * not respond until `release` is called.
 */
type Answer = { status: number; headers?: Record<string, string> } | 'hold'

/**
 * A fake push service (RFC 8030) and its browsers. The service verifies the VAPID token (RFC 8292) of each
 * request with the site's key, and decrypts each message with the browser's key (RFC 8291). The service
 * responds to invalid requests with 400 and lists them in `failures`.
 */
export class TestPushService {
  /** The accepted messages, oldest first. */
  received: ReceivedPush[] = []
  /** All requests, oldest first, including those that got an error or no response. */
  requests: string[] = []
  failures: string[] = []
  /** The requests that have not received a response yet. */
  held: { push: ReceivedPush; respond: () => void }[] = []
  /** Returns the response to each valid request. By default, every message is accepted. */
  answer: (push: ReceivedPush) => Answer = () => ({ status: 201 })
  url = ''
  private publicKey = ''
  private readonly browsers = new Map<string, { privateKey: Buffer; auth: Buffer; publicKey: Buffer }>()
  private readonly server = createServer(async (request, response) => {
    const endpoint = `${this.url}${request.url}`
    this.requests.push(endpoint)
    try {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const push = this.open(endpoint, request.method, request.headers, Buffer.concat(parts))
      const answer = this.answer(push)
      if (answer === 'hold')
        return void this.held.push({ push, respond: () => response.writeHead(201).end() })
      if (answer.status < 300) this.received.push(push)
      response.writeHead(answer.status, answer.headers).end()
    } catch (error) {
      this.failures.push((error as Error).message)
      response.writeHead(400).end()
    }
  })

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  /** Subscribes a new browser with the VAPID key of the site. */
  subscribe(applicationServerKey: string): BrowserSubscription {
    this.publicKey = applicationServerKey
    const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)]
    const publicKey = keys.generateKeys()
    const endpoint = `${this.url}/push/${randomBytes(16).toString('base64url')}`
    this.browsers.set(endpoint, { privateKey: keys.getPrivateKey(), auth, publicKey })
    return { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  }

  /**
   * Accepts the messages of all pending requests and responds to the requests, even if the sender has
   * disconnected.
   */
  release(): void {
    this.answer = () => ({ status: 201 })
    for (const { push, respond } of this.held.splice(0)) {
      this.received.push(push)
      respond()
    }
  }

  /** Returns the texts of the messages that a browser has received. */
  textsAt({ endpoint }: BrowserSubscription): string[] {
    return this.received.filter((push) => push.endpoint === endpoint).map(({ message }) => message.body)
  }

  private open(
    endpoint: string,
    method: string | undefined,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): ReceivedPush {
    const browser = this.browsers.get(endpoint)
    if (method !== 'POST' || !browser) throw new Error(`unexpected ${method} ${endpoint}`)
    if (!/^\d+$/.test(headers.ttl as string)) throw new Error('RFC 8030 requires a TTL')
    if (!/^[\w-]{1,32}$/.test(headers.topic as string)) throw new Error(`invalid topic ${headers.topic}`)
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('RFC 8291 requires aes128gcm')
    const claims = verifyVapidToken(headers.authorization ?? '', this.publicKey, this.url)
    const message = JSON.parse(decrypt(body, browser)) as ReceivedPush['message']
    return { endpoint, headers, claims, message }
  }
}

function verifyVapidToken(authorization: string, publicKey: string, origin: string): ReceivedPush['claims'] {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('the VAPID key is not the one that the browser subscribed with')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parsed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims']
  const lasts = parsed.exp - Date.now() / 1000
  if (!isValid || parsed.aud !== origin || lasts <= 0 || lasts > 24 * 3600)
    throw new Error('the VAPID token is not valid')
  return parsed
}

/** Decrypts a message as RFC 8291 (section 3.4) and RFC 8188 describe. */
function decrypt(
  body: Buffer,
  { privateKey, publicKey, auth }: { privateKey: Buffer; publicKey: Buffer; auth: Buffer },
): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
  const [senderKey, sealed] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const ikm = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An address of a host, as `dns.lookup` returns it. */
export interface HostAddress {
  address: string
  family: number
}

/** The response to a request. `body` is the beginning of the response body, as text that PostgreSQL can store. */
export interface OutboundResponse {
  status: number
  body: string
  retryAfter: string | undefined
}

export type OutboundFailure =
  | 'address_not_public'
  | 'host_unknown'
  | 'connection_failed'
  | 'certificate_invalid'
  | 'timeout'

export class OutboundError extends Error {
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure) {
    super(failure)
    this.failure = failure
  }
}

interface OutboundRequest {
  headers: Record<string, string>
  body: string
  timeoutMs: number
  maxResponseBytes: number
  /** Resolves a host name. It is called once per request. */
  resolve?: (hostname: string) => Promise<HostAddress[]>
  isAllowedAddress?: (address: string) => boolean
}

/**
 * Sends a POST request to a URL that a person has entered. The host name is resolved once, all of its addresses must be
 * allowed (by default, public), and the connection goes to exactly the address that was checked. A DNS server that
 * answers differently the next time (DNS rebinding) therefore cannot redirect the request. Redirects are not followed,
 * and the certificate must be valid for the host name. Throws an OutboundError if there is no response.
 */
export async function postToCheckedAddress(url: URL, sending: OutboundRequest): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(sending.timeoutMs)
  const checked = await untilAborted(findAllowedAddress(url, sending), signal)
  try {
    return await send(url, checked, sending, signal)
  } catch (error) {
    throw new OutboundError(signal.aborted ? 'timeout' : describeFailure(error as NodeJS.ErrnoException))
  }
}

async function findAllowedAddress(
  url: URL,
  { resolve = resolveWithSystem, isAllowedAddress = isPublicAddress }: OutboundRequest,
): Promise<HostAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new OutboundError('host_unknown')
  // A name that leads to both a public and a private address is refused too.
  if (!addresses.every(({ address }) => isAllowedAddress(address)))
    throw new OutboundError('address_not_public')
  return addresses[0]!
}

function resolveWithSystem(hostname: string): Promise<HostAddress[]> {
  return lookup(hostname, { all: true })
}

/** `dns.lookup` cannot be cancelled, so a slow lookup continues in the background. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new OutboundError('timeout')), { once: true }),
  )
  return Promise.race([work, aborted])
}

function send(
  url: URL,
  { address, family }: HostAddress,
  { headers, body, maxResponseBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      // Connections are not shared, because a shared connection is not checked again.
      agent: false,
      // Node.js asks for all addresses if it may choose between IPv4 and IPv6.
      lookup: (_hostname, { all }, callback) =>
        all ? callback(null, [{ address, family }]) : callback(null, address, family),
      maxHeaderSize: 16_384,
      signal,
    })
    sent.on('error', reject)
    sent.on('response', (response) => void readResponse(response, maxResponseBytes).then(resolve, reject))
    sent.end(body)
  })
}

/**
 * Reads the beginning of the response. The status counts as soon as it has arrived, so a receiver that delays or breaks
 * off the body has received the request.
 */
async function readResponse(response: IncomingMessage, maxBytes: number): Promise<OutboundResponse> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // The connection ended before the end of the body.
  }
  response.destroy()
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
  return {
    status: response.statusCode!,
    body: text.replaceAll('\0', ''),
    retryAfter: response.headers['retry-after'],
  }
}

function describeFailure({ code = '' }: NodeJS.ErrnoException): OutboundFailure {
  return /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_SSL_|EPROTO)/.test(code)
    ? 'certificate_invalid'
    : 'connection_failed'
}

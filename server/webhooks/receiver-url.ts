import { isIP } from 'node:net'
import { ApiError } from '#contract/errors/api-error.ts'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'
import { config } from '#server/platform/config.ts'
import { isPublicAddress } from '#server/platform/outbound/public-address.ts'

/**
 * Parses the URL of an endpoint. Only https on port 443 is allowed, except for the origins in `WEBHOOK_TEST_ORIGINS`.
 * Which addresses the host name leads to is checked for each request. Throws `webhook_url_invalid`.
 */
export function parseReceiverUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) throw new ApiError('webhook_url_invalid')
  if (!isTestOrigin(url) && !isPublicHttpsUrl(url)) throw new ApiError('webhook_url_invalid')
  return url
}

function isPublicHttpsUrl({ protocol, port, hostname }: URL): boolean {
  if (protocol !== 'https:' || port !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.')
}

/** Returns whether a request to this URL may be sent to this IP address. */
export function isAllowedReceiver(url: URL, address: string): boolean {
  return isTestOrigin(url) ? isLoopbackAddress(address) : isPublicAddress(address)
}

function isTestOrigin({ origin, hostname }: URL): boolean {
  return config.webhookTestOrigins.includes(origin) && isLoopbackHostname(hostname)
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

import type { CustomFetchOptions } from 'openid-client'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'

/** The time limit for one request to a provider, including the body of the response. */
export const providerTimeoutSeconds = 8

/** Discovery documents, key sets and tokens are much smaller. */
export const maxProviderResponseBytes = 512 * 1024

/** The largest response is read completely before it is parsed, so an endless response ends here. */
export class ProviderResponseTooLarge extends Error {
  readonly code = 'PROVIDER_RESPONSE_TOO_LARGE'
}

/** The options that openid-client and jose pass to `fetch`. */
type ProviderRequest = CustomFetchOptions | RequestInit

/**
 * Sends a request to a provider. Redirects are not followed. The connection is encrypted unless the provider runs on
 * this machine, even if an endpoint in the provider's metadata says otherwise.
 */
export async function fetchFromProvider(url: string, options: ProviderRequest): Promise<Response> {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHostname(hostname)))
    throw new TypeError('the provider has an endpoint without TLS')
  const signal = options.signal ?? AbortSignal.timeout(providerTimeoutSeconds * 1000)
  // The types of openid-client allow bodies in shared memory, which it never sends.
  const init = { ...options, redirect: 'manual', signal } as RequestInit
  const response = await fetch(url, init)
  const body = await readLimitedBody(response)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

async function readLimitedBody({ body }: Response): Promise<Blob | null> {
  if (!body) return null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    // Leaving the loop cancels the stream and closes the connection.
    if (size > maxProviderResponseBytes) throw new ProviderResponseTooLarge()
    parts.push(part)
  }
  return new Blob(parts)
}

import type { Context } from 'hono'
import { ApiError } from '#contract/errors/api-error.ts'
import { readBodyBytes } from '#server/platform/http/request-body.ts'
import type { HonoEnv } from '#server/platform/http/routes.ts'
import { completeProviderSignIn } from './oauth-sign-in.ts'
import { providerCallbackUrl } from './providers.ts'

/** The size limit is low because the form that the provider sends has only a few short fields. */
const maxCallbackBodyBytes = 64 * 1024

/**
 * The parameters of the callback form that this site uses. Apple's form may also contain tokens, which this
 * site ignores.
 */
const callbackParameters = ['code', 'state', 'error', 'iss', 'user']

/** Handles the request with which a provider sends the browser back after a sign-in. */
export async function handleOAuthCallback({ req }: Context<HonoEnv>): Promise<Response> {
  const name = req.param('provider')!
  const { searchParams } = new URL(req.url)
  const responseHeaders = new Headers({ 'cache-control': 'private, no-store' })
  responseHeaders.set(
    'location',
    req.method === 'POST'
      ? await callbackUrlOfForm(name, searchParams, req.raw)
      : await completeProviderSignIn(name, searchParams, req.raw.headers, responseHeaders),
  )
  return new Response(null, { status: 302, headers: responseHeaders })
}

/**
 * Returns the callback URL with the values from the provider's form. Apple sends the browser back with a
 * cross-site form POST, to which browsers attach no SameSite=Lax cookies. The site redirects the browser to
 * this URL, because browsers attach SameSite=Lax cookies to the GET request of a redirect.
 */
async function callbackUrlOfForm(name: string, query: URLSearchParams, request: Request): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new ApiError('invalid_input', { problem: 'This link is incomplete or has expired.' })
  const bytes = await readBodyBytes(request, maxCallbackBodyBytes, 'body_too_large')
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  const url = providerCallbackUrl(name)
  for (const key of callbackParameters) {
    const value = query.get(key) ?? form.get(key)
    if (value !== null) url.searchParams.set(key, value)
  }
  return url.href
}

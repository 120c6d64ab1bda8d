import type { Context } from 'hono'
import { ApiError } from '#contract/errors/api-error.ts'
import { readBodyBytes } from '#server/platform/http/request-body.ts'
import type { HttpEnv } from '#server/platform/http/routes.ts'
import { betterAuthInstance } from '../auth.ts'

/** The size limit is low because the form that the provider sends has only a few short fields. */
const maxCallbackBodyBytes = 64 * 1024

/** Handles the redirect back from a social provider. */
export async function handleOAuthCallback({ req: { raw } }: Context<HttpEnv>): Promise<Response> {
  const body =
    raw.method === 'POST'
      ? ((await readBodyBytes(raw, maxCallbackBodyBytes, 'body_too_large')) as BodyInit)
      : null
  return forwardToBetterAuth(new Request(raw.url, { method: raw.method, headers: raw.headers, body }))
}

/**
 * Passes a request to the account library. The library's redirects are returned unchanged, and its errors are
 * replaced by our own.
 */
export async function forwardToBetterAuth(request: Request): Promise<Response> {
  const response = await betterAuthInstance.handler(request)
  if (response.status >= 500) throw new Error(`the account library responded with status ${response.status}`)
  if (response.status === 404) throw new ApiError('not_found')
  if (response.status >= 400)
    throw new ApiError('invalid_input', { problem: 'This link is incomplete or has expired.' })
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}

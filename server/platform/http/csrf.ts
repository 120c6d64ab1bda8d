import { config } from '../config.ts'
import { ApiError } from '#contract/errors/api-error.ts'

/**
 * Rejects requests that change data if they come from other origins. Requests without an `Origin` header are
 * allowed, because they come from programs other than browsers.
 */
export function rejectCrossOriginWrite(request: Request): void {
  if (csrfSafeMethods.has(request.method) || isAppleCallback(request.url)) return
  const origin = request.headers.get('origin')
  if (origin === null && request.headers.get('sec-fetch-site') !== 'cross-site') return
  if (origin === null || !isTrustedOrigin(origin, request.headers.get('host')))
    throw new ApiError('foreign_origin')
}

export const csrfSafeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns whether this is the callback URL of Sign in with Apple. Apple sends people back to this URL with a
 * cross-site form POST. Apple's POST can be allowed, because it changes no data and only redirects to a GET
 * request that is protected by a one-time `state` value.
 */
export function isAppleCallback(url: string): boolean {
  return new URL(url).pathname === '/api/auth/callback/apple'
}

/**
 * Returns whether the origin is the public origin, or a loopback origin with the same host and port as the
 * `Host` header.
 */
export function isTrustedOrigin(origin: string, host: string | null): boolean {
  if (origin === new URL(config.publicUrl).origin) return true
  return origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
}

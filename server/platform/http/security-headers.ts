import { config } from '../config.ts'

/**
 * Sets the security headers of every response. A script runs only if it comes from one of our own files or
 * has the nonce of this request. Content from other origins is blocked. The only exception is for viewers who
 * see ads (`canSeeAds`): their pages may load ad videos and tracking pixels.
 */
export function setSecurityHeaders(
  headers: Headers,
  nonce: string,
  path: string,
  allowsExternalSources = false,
): void {
  // A page under `/embed/` that must not be embedded has already set `x-frame-options` to `DENY`.
  const embeddable = path.startsWith('/embed/') && headers.get('x-frame-options') !== 'DENY'
  headers.set('x-content-type-options', 'nosniff')
  const outside = allowsExternalSources && !embeddable
  // On pages with ads, the whole page gets a stricter referrer policy, so that the host of an ad's video does
  // not learn the page's URL. A media element cannot have a separate referrer policy.
  headers.set('referrer-policy', outside ? 'same-origin' : 'strict-origin-when-cross-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  // The response for an image that other sites may embed already has a `cross-origin-resource-policy` header,
  // which is kept.
  if (embeddable) headers.set('cross-origin-resource-policy', 'cross-origin')
  else if (!headers.has('cross-origin-resource-policy'))
    headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', permissionsPolicy(path))
  if (!embeddable) headers.set('x-frame-options', 'DENY')
  if (config.publicUrl.startsWith('https:'))
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  headers.set('content-security-policy', contentSecurityPolicy(nonce, embeddable, outside))
  if (outside) headers.set('server-timing', 'ads')
}

/** The pages on which a video can be recorded with the camera. */
const cameraPage = /^\/(create|upload)(\/[^/]*)?$/

/**
 * Only our own upload page may use the camera and the microphone. All other pages and all embedded sites are
 * denied access.
 */
function permissionsPolicy(path: string): string {
  const recording = cameraPage.test(path) ? '(self)' : '()'
  return `camera=${recording}, microphone=${recording}, geolocation=(), payment=(), usb=(), browsing-topics=()`
}

let cachedHeaders: { by: typeof config; of: Map<boolean, Readonly<Record<string, string>>> } | undefined

/**
 * Returns the security headers of API responses. API responses contain no scripts and therefore need no
 * nonce, so their security headers are built only once.
 */
export function apiSecurityHeaders(allowsExternalSources: boolean): Readonly<Record<string, string>> {
  if (cachedHeaders?.by !== config) cachedHeaders = { by: config, of: new Map() }
  const known = cachedHeaders.of.get(allowsExternalSources)
  if (known) return known
  const headers = new Headers()
  setSecurityHeaders(headers, '', '/api/', allowsExternalSources)
  const fresh = Object.freeze(Object.fromEntries(headers))
  cachedHeaders.of.set(allowsExternalSources, fresh)
  return fresh
}

function contentSecurityPolicy(nonce: string, embeddable: boolean, allowsExternalSources: boolean): string {
  const outside = allowsExternalSources
    ? ` https:${config.isLocal ? ' http://127.0.0.1:* http://localhost:*' : ''}`
    : ''
  return [
    `default-src 'self'`,
    `script-src 'self'${nonce && ` 'nonce-${nonce}'`}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:${outside}`,
    ...(outside ? [`connect-src 'self'${outside}`] : []),
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'${signInOrigins()}`,
    `frame-ancestors ${embeddable ? '*' : "'none'"}`,
  ].join('; ')
}

/**
 * Returns the origins that a sign-in form may redirect to. If JavaScript is off, submitting a sign-in form
 * leads to a redirect to the sign-in provider, and browsers apply the form-action directive to redirects too.
 */
function signInOrigins(): string {
  const { google, apple } = config.social
  const origins = [
    ...(google ? ['https://accounts.google.com'] : []),
    ...(apple ? ['https://appleid.apple.com'] : []),
    ...config.signInProviders.map(({ issuer }) => new URL(issuer).origin),
  ]
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('')
}

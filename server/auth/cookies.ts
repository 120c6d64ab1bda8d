import { createHmac, timingSafeEqual } from 'node:crypto'
import { offlineSignOutCookieName, serializeOfflineSignOutCookie } from '#contract/privacy/cookies.ts'
import { sessionLifetimes } from '#contract/limits.ts'
import { isHttpsSite, getSessionCookieName } from './auth.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'

/**
 * Returns the session cookie, which contains the token and our signature. Unless `remembered` is set, the
 * cookie expires when the browser is closed.
 */
export function serializeSessionCookie({
  token,
  remembered,
}: {
  token: string
  remembered: boolean
}): string {
  const value = encodeURIComponent(`${token}.${signCookieValue(token).toString('base64')}`)
  const age = remembered ? `; Max-Age=${sessionLifetimes.remembered.for / 1000}` : ''
  return `${getSessionCookieName()}=${value}${age}${cookieAttributes()}`
}

/** Returns whether someone signed out in this browser while the server was unreachable. */
export function hasOfflineSignOutCookie(headers: Headers): boolean {
  const name = isHttpsSite() ? `__Host-${offlineSignOutCookieName}` : offlineSignOutCookieName
  return readCookie(headers.get('cookie') ?? '', name) === '1'
}

/**
 * Clears the session cookie and the offline sign-out cookie once the server has processed the sign-out. If
 * the same response sets a new session cookie, that cookie is kept.
 */
export function clearOfflineSignOutCookies(responseHeaders: Headers): void {
  const begins = responseHeaders.getSetCookie().some((line) => line.startsWith(`${getSessionCookieName()}=`))
  if (!begins) responseHeaders.append('set-cookie', expireSessionCookie())
  responseHeaders.append('set-cookie', serializeOfflineSignOutCookie(false, isHttpsSite()))
}

/**
 * Makes the browser delete the session cookie and the browser's cache, which can contain images and videos
 * that are not public.
 */
export function clearBrowserSession(responseHeaders: Headers): void {
  responseHeaders.append('set-cookie', expireSessionCookie())
  responseHeaders.set('clear-site-data', '"cache"')
}

function expireSessionCookie(): string {
  return expireCookie(getSessionCookieName())
}

export function expireCookie(name: string): string {
  return `${name}=; Max-Age=0${cookieAttributes()}`
}

function cookieAttributes(): string {
  return `; Path=/; HttpOnly; SameSite=Lax${isHttpsSite() ? '; Secure' : ''}`
}

/** Builds a request's `Cookie` header from the cookies that a response has set. */
export function cookieHeaderFromSetCookie(responseHeaders: Headers): string {
  return responseHeaders
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Returns the token of a session cookie with a valid signature, otherwise undefined. */
export function readSessionToken(headers: Headers): string | undefined {
  return readSignedCookie(headers, getSessionCookieName())
}

/** Returns the value of a cookie that we signed, or undefined if the signature is invalid. */
export function readSignedCookie(headers: Headers, name: string): string | undefined {
  const cookie = readCookie(headers.get('cookie') ?? '', name)
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return undefined
  const said = cookie.slice(0, dot)
  const expected = signCookieValue(said)
  const given = Buffer.from(cookie.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? said : undefined
}

/** Returns a signed cookie that lasts for the given number of seconds. */
export function serializeSignedCookie(name: string, payload: string, seconds: number): string {
  const value = encodeURIComponent(`${payload}.${signCookieValue(payload).toString('base64')}`)
  return `${name}=${value}; Max-Age=${seconds}${cookieAttributes()}`
}

function signCookieValue(token: string): Buffer {
  return createHmac('sha256', getSigningSecret()).update(token).digest()
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return decodeCookieValue(part.trim().slice(name.length + 1))
  }
  return undefined
}

function decodeCookieValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

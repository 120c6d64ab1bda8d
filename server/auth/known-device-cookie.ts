import { createHmac } from 'node:crypto'
import { knownDeviceDays } from '#contract/limits.ts'
import { isHttpsSite } from './auth.ts'
import { getSigningSecret } from '#server/platform/site-secret.ts'
import { readSignedCookie, serializeSignedCookie } from './cookies.ts'
import type { ThrottledAttempt } from '#server/rate-limits/login-throttle.ts'
import { createRandomToken } from './random-token.ts'

/*
 * A browser that was signed in to an account is known to it: its wrong passwords count for itself alone, so that nobody keeps the
 * owner out by guessing. The cookie opens nothing, and says of whom only to who knows the site's key.
 */

/** The cookie that makes this browser known to the account of this e-mail. */
export function serializeKnownDeviceCookie(email: string): string {
  return serializeSignedCookie(
    knownDeviceCookieName(),
    `knows ${knownDeviceEmailHash(email)} ${createRandomToken()}`,
    knownDeviceDays * 24 * 3600,
  )
}

/** For what a wrong password of this account counts, sent with these headers from this address. */
export function passwordAttemptsOf(
  email: string,
  headers: Headers,
  address: ThrottledAttempt,
): ThrottledAttempt[] {
  const [, account, device] =
    readSignedCookie(headers, knownDeviceCookieName())?.match(/^knows (\S+) (\S+)$/) ?? []
  if (account === knownDeviceEmailHash(email)) return [['device', `${device} ${email}`]]
  return [['account', email], address]
}

function knownDeviceEmailHash(email: string): string {
  return createHmac('sha256', getSigningSecret()).update(`known device ${email}`).digest('base64url')
}

function knownDeviceCookieName(): string {
  return isHttpsSite() ? '__Host-device' : 'device'
}

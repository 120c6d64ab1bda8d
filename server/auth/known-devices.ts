import { createHmac } from 'node:crypto'
import { knownDeviceCookieDays } from '#contract/limits.ts'
import { isHttpsSite } from './auth.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import { readSignedCookie, serializeSignedCookie } from './cookies.ts'
import type { AttemptCounterKey } from '#server/rate-limits/login-throttle.ts'
import { createRandomToken } from './random-token.ts'

/*
 * Recognizes a browser that has been signed in to an account before. Wrong passwords from a known browser are
 * counted separately from wrong passwords from other browsers, so an attacker's guesses cannot lock the owner
 * out. The known-device cookie does not grant access to the account. Without the site's secret, nobody can
 * tell which account the cookie belongs to.
 */

/** Returns the cookie that marks this browser as known for the account with this email address. */
export function serializeKnownDeviceCookie(email: string): string {
  return serializeSignedCookie(
    knownDeviceCookieName(),
    `knows ${knownDeviceEmailHash(email)} ${createRandomToken()}`,
    knownDeviceCookieDays * 24 * 3600,
  )
}

/**
 * Returns the counters to increment when this client sends a wrong password for this account. Wrong passwords
 * from known browsers and from unknown browsers are counted separately.
 */
export function passwordAttemptCountersForDevice(
  email: string,
  headers: Headers,
  address: AttemptCounterKey,
): AttemptCounterKey[] {
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

import { createHmac } from 'node:crypto'
import { deviceKnownDays } from '#contract/limits.ts'
import { isSecure, signingSecret } from './auth.ts'
import { saidIn, signedCookie } from './cookie.ts'
import type { Tried } from './guesses.ts'
import { opaque } from './opaque.ts'

/*
 * A browser that was signed in to an account is known to it: its wrong passwords count for itself alone, so that nobody keeps the
 * owner out by guessing. The cookie opens nothing, and says of whom only to who knows the site's key.
 */

/** The cookie that makes this browser known to the account of this e-mail. */
export function knownDevice(email: string): string {
  return signedCookie(cookieName(), `knows ${hashOf(email)} ${opaque()}`, deviceKnownDays * 24 * 3600)
}

/** For what a wrong password of this account counts, sent with these headers from this address. */
export function guessAt(email: string, headers: Headers, address: Tried): Tried[] {
  const [, account, device] = saidIn(headers, cookieName())?.match(/^knows (\S+) (\S+)$/) ?? []
  if (account === hashOf(email)) return [['device', `${device} ${email}`]]
  return [['account', email], address]
}

function hashOf(email: string): string {
  return createHmac('sha256', signingSecret()).update(`known device ${email}`).digest('base64url')
}

function cookieName(): string {
  return isSecure() ? '__Host-device' : 'device'
}

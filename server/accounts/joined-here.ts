import { isSecure } from './auth.ts'
import { saidIn, signedCookie } from './cookie.ts'
import { keyed } from './guesses.ts'
import { opaque } from './opaque.ts'

/*
 * A browser that has shown the password of an account whose address is not confirmed yet: it joined, or tried to sign in. Opened
 * there, the confirmation link keeps the password, because the same person knows it and reads the mailbox. The cookie is bound to
 * the password's hash, so it is worth nothing once another password is set. It signs nobody in.
 */

const keptSeconds = 7 * 24 * 3600

/** `null`: nobody joined, and the answer must look as if somebody had. */
export function rememberJoining(joined: { userId: string; hash: string } | null): string {
  return signedCookie(cookieName(), `joined ${joined ? markOf(joined) : opaque()}`, keptSeconds)
}

export function hasJoinedHere(headers: Headers, joined: { userId: string; hash: string | null }): boolean {
  const { userId, hash } = joined
  return hash !== null && saidIn(headers, cookieName()) === `joined ${markOf({ userId, hash })}`
}

function markOf({ userId, hash }: { userId: string; hash: string }): string {
  return keyed(`joined ${userId} ${hash}`)
}

function cookieName(): string {
  return isSecure() ? '__Host-joined' : 'joined'
}

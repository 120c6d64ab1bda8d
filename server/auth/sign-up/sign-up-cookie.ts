import { isHttpsSite } from '../auth.ts'
import { readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'
import { createRandomToken } from '../random-token.ts'

/*
 * A browser that has shown the password of an account whose address is not confirmed yet: it joined, or tried to sign in. Opened
 * there, the confirmation link keeps the password, because the same person knows it and reads the mailbox. The cookie is bound to
 * the password's hash, so it is worth nothing once another password is set. It signs nobody in.
 */

const signUpCookieSeconds = 7 * 24 * 3600

/** `null`: nobody joined, and the answer must look as if somebody had. */
export function serializeSignUpCookie(joined: { userId: string; hash: string } | null): string {
  return serializeSignedCookie(
    signUpCookieName(),
    `joined ${joined ? signUpCookieValue(joined) : createRandomToken()}`,
    signUpCookieSeconds,
  )
}

export function hasSignUpCookie(headers: Headers, joined: { userId: string; hash: string | null }): boolean {
  const { userId, hash } = joined
  return (
    hash !== null &&
    readSignedCookie(headers, signUpCookieName()) === `joined ${signUpCookieValue({ userId, hash })}`
  )
}

function signUpCookieValue({ userId, hash }: { userId: string; hash: string }): string {
  return keyedHash(`joined ${userId} ${hash}`)
}

function signUpCookieName(): string {
  return isHttpsSite() ? '__Host-joined' : 'joined'
}

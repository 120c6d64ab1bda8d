import { isHttpsSite } from '../auth.ts'
import { readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'
import { createRandomToken } from '../random-token.ts'

/*
 * A cookie that marks a browser which has proved knowledge of an unconfirmed account's password, by joining
 * or by trying to sign in. A confirmation link opened in this browser keeps the password, because the same
 * person knows the password and reads the mailbox. The cookie is bound to the password's hash and becomes
 * invalid when another password is set. It does not sign anyone in.
 */

const signUpCookieSeconds = 7 * 24 * 3600

/**
 * Returns the cookie for an account that has just joined. With `null`, it returns an equivalent cookie for
 * the case that no account was created, so that the responses look the same.
 */
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

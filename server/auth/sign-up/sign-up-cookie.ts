import { isHttpsSite } from '../auth.ts'
import { readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'
import { createRandomToken } from '../random-token.ts'

/*
 * This cookie records that someone has entered the password of an unconfirmed account in this browser, either
 * to join or to sign in. If the confirmation link is opened in the browser that has this cookie, the password
 * is kept, because in that case the same person knows the password and can read the mailbox. The cookie is
 * bound to the password's hash and becomes invalid when another password is set. The cookie does not sign
 * anyone in.
 */

const signUpCookieSeconds = 7 * 24 * 3600

/**
 * Returns the sign-up cookie for an account that has just been created. If `joined` is null because no
 * account was created, returns a cookie that looks the same, so that the response does not reveal whether an
 * account was created.
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
  return computeKeyedHash(`joined ${userId} ${hash}`)
}

function signUpCookieName(): string {
  return isHttpsSite() ? '__Host-joined' : 'joined'
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { signedOutCookie, signedOutLine } from '#contract/cookie-choice.ts'
import { sessionLasts } from '#contract/limits.ts'
import { isSecure, sessionCookie, signingSecret } from './auth.ts'

/** The cookie of a session: its token and our signature. Without `remembered` it ends with the browser. */
export function cookieOf({ token, remembered }: { token: string; remembered: boolean }): string {
  const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`)
  const age = remembered ? `; Max-Age=${sessionLasts.remembered.for / 1000}` : ''
  return `${sessionCookie()}=${value}${age}${attributes()}`
}

/** Somebody has signed out in this browser, and the server could not be told at that time. */
export function hasSignedOut(headers: Headers): boolean {
  const name = isSecure() ? `__Host-${signedOutCookie}` : signedOutCookie
  return readCookie(headers.get('cookie') ?? '', name) === '1'
}

/** Clears the cookies of a sign-out that the server has caught up with; but not the session that `answer` begins. */
export function clearSignedOut(answer: Headers): void {
  const begins = answer.getSetCookie().some((line) => line.startsWith(`${sessionCookie()}=`))
  if (!begins) answer.append('set-cookie', noCookie())
  answer.append('set-cookie', signedOutLine(false, isSecure()))
}

/** The browser forgets who was here: the session, and what it kept of pictures and films that not everybody may see. */
export function forgetHere(answer: Headers): void {
  answer.append('set-cookie', noCookie())
  answer.set('clear-site-data', '"cache"')
}

function noCookie(): string {
  return noCookieOf(sessionCookie())
}

export function noCookieOf(name: string): string {
  return `${name}=; Max-Age=0${attributes()}`
}

function attributes(): string {
  return `; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** The cookies that an answer sets, as the browser will send them. */
export function cookiesIn(answer: Headers): string {
  return answer
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** The token of a session cookie whose signature is ours, else undefined. */
export function sessionToken(headers: Headers): string | undefined {
  return saidIn(headers, sessionCookie())
}

/** What a cookie of this name says, if we have signed it. */
export function saidIn(headers: Headers, name: string): string | undefined {
  const cookie = readCookie(headers.get('cookie') ?? '', name)
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return undefined
  const said = cookie.slice(0, dot)
  const expected = sign(said)
  const given = Buffer.from(cookie.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? said : undefined
}

/** A cookie of our own with our signature, for so many seconds. */
export function signedCookie(name: string, says: string, seconds: number): string {
  const value = encodeURIComponent(`${says}.${sign(says).toString('base64')}`)
  return `${name}=${value}; Max-Age=${seconds}${attributes()}`
}

function sign(token: string): Buffer {
  return createHmac('sha256', signingSecret()).update(token).digest()
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return decode(part.trim().slice(name.length + 1))
  }
  return undefined
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

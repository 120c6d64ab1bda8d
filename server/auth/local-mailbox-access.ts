import { timingSafeEqual } from 'node:crypto'
import { config } from '#server/platform/config.ts'
import { isHttpsSite } from './auth.ts'
import { readSignedCookie, serializeSignedCookie } from './cookies.ts'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'

/*
 * Without a mail server, email is kept in the data folder and shown at `/dev/mail`. It holds links that open accounts, and an
 * address or a host name proves nothing: behind a proxy everybody comes from this machine. So the page asks for a key, which the
 * server prints when it starts and a cookie remembers.
 */

const mailboxCookieSeconds = 30 * 24 * 3600
const mailboxCookieValue = 'may read kept email'

/** The same in every process of a site, and after a restart. */
function mailboxAccessKey(): string {
  return keyedHash('mailbox key')
}

/** The address to open, for whoever started the server; null where email is sent, or the site is not on this machine. */
export function localMailboxUrl(): string | null {
  return hasLocalMailbox() ? `${config.publicUrl}/dev/mail?key=${mailboxAccessKey()}` : null
}

function hasLocalMailbox(): boolean {
  return config.isLocal && !config.smtpUrl
}

/** Whether this browser may read kept email. A right `key` is remembered by a cookie in `answer`. */
export function authorizeMailboxAccess(key: string | undefined, headers: Headers, answer: Headers): boolean {
  if (!hasLocalMailbox()) return false
  if (key === undefined) return hasMailboxCookie(headers)
  const [given, right] = [Buffer.from(key), Buffer.from(mailboxAccessKey())]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  answer.append(
    'set-cookie',
    serializeSignedCookie(mailboxCookieName(), mailboxCookieValue, mailboxCookieSeconds),
  )
  return true
}

export function hasMailboxCookie(headers: Headers): boolean {
  return hasLocalMailbox() && readSignedCookie(headers, mailboxCookieName()) === mailboxCookieValue
}

function mailboxCookieName(): string {
  return isHttpsSite() ? '__Host-mailbox' : 'mailbox'
}

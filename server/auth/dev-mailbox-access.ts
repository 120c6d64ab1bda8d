import { timingSafeEqual } from 'node:crypto'
import { config } from '#server/platform/config.ts'
import { isHttpsSite } from './auth.ts'
import { readSignedCookie, serializeSignedCookie } from './cookies.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'

/*
 * Without a mail server, emails are stored in the data folder and shown at `/dev/mail`. Stored emails contain
 * links that give access to accounts. Neither the client's address nor the host name proves that a visitor is
 * at the server's machine: behind a proxy, every request comes from that machine. `/dev/mail` therefore
 * requires a key, which the server prints at startup. A browser that has sent the key once gets a cookie for
 * later visits.
 */

const mailboxCookieSeconds = 30 * 24 * 3600
const mailboxCookieValue = 'may read kept email'

/**
 * Returns the key that gives access to the local mailbox. All processes of a site use the same key, which
 * stays the same after a restart.
 */
function mailboxAccessKey(): string {
  return computeKeyedHash('mailbox key')
}

/**
 * Returns the URL at which the person who started the server can read stored emails, or null if an SMTP
 * server is configured or the site is not local.
 */
export function getDevMailboxUrl(): string | null {
  return hasLocalMailbox() ? `${config.publicUrl}/dev/mail?key=${mailboxAccessKey()}` : null
}

function hasLocalMailbox(): boolean {
  return config.isLocal && !config.smtpUrl
}

/**
 * Returns whether this browser may read stored emails. If the `key` is correct, the function also sets a
 * cookie on `responseHeaders`, so that later requests do not need the key.
 */
export function authorizeMailboxAccess(
  key: string | undefined,
  headers: Headers,
  responseHeaders: Headers,
): boolean {
  if (!hasLocalMailbox()) return false
  if (key === undefined) return hasMailboxCookie(headers)
  const [given, right] = [Buffer.from(key), Buffer.from(mailboxAccessKey())]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  responseHeaders.append(
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

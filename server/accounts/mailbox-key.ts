import { timingSafeEqual } from 'node:crypto'
import { config } from '../platform/config.ts'
import { isSecure } from './auth.ts'
import { saidIn, signedCookie } from './cookie.ts'
import { keyed } from './guesses.ts'

/*
 * Without a mail server, email is kept in the data folder and shown at `/dev/mail`. It holds links that open accounts, and an
 * address or a host name proves nothing: behind a proxy everybody comes from this machine. So the page asks for a key, which the
 * server prints when it starts and a cookie remembers.
 */

const keptSeconds = 30 * 24 * 3600
const says = 'may read kept email'

/** The same in every process of a site, and after a restart. */
function mailboxKey(): string {
  return keyed('mailbox key')
}

/** The address to open, for whoever started the server; null where email is sent, or the site is not on this machine. */
export function mailboxAddress(): string | null {
  return hasMailbox() ? `${config.publicUrl}/dev/mail?key=${mailboxKey()}` : null
}

function hasMailbox(): boolean {
  return config.isLocal && !config.smtpUrl
}

/** Whether this browser may read kept email. A right `key` is remembered by a cookie in `answer`. */
export function opensMailbox(key: string | undefined, headers: Headers, answer: Headers): boolean {
  if (!hasMailbox()) return false
  if (key === undefined) return hasMailboxKey(headers)
  const [given, right] = [Buffer.from(key), Buffer.from(mailboxKey())]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  answer.append('set-cookie', signedCookie(cookieName(), says, keptSeconds))
  return true
}

export function hasMailboxKey(headers: Headers): boolean {
  return hasMailbox() && saidIn(headers, cookieName()) === says
}

function cookieName(): string {
  return isSecure() ? '__Host-mailbox' : 'mailbox'
}

import { type RawBuilder, sql } from 'kysely'
import { sessionLifetimes } from '#contract/limits.ts'
import { db, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { serializeSessionCookie, clearBrowserSession, readSessionToken } from './cookies.ts'
import { describeDevice } from './device-name.ts'
import { serializeKnownDeviceCookie } from './known-devices.ts'
import { hashToken, createRandomToken } from './random-token.ts'
import { toLegacySessionToken } from './legacy-session-tokens.ts'

/** The provider with which a person signed in, and the provider's id for its own session. */
export interface SignInProviderSession {
  id: string
  session: string | null
}

/**
 * Creates a session with a new token and deletes the browser's previous session. If an attacker planted that
 * session in the browser, or copied it before the sign-in, it stops working. Sets the session cookie and the
 * known-device cookie on `responseHeaders`. The caller must already have locked the account's row in this
 * transaction (account-row-locks.ts).
 */
export async function createSession(
  tx: Tx,
  {
    userId,
    email,
    remember,
    withPasskey = false,
    provider,
  }: {
    userId: string
    email: string
    remember: boolean
    withPasskey?: boolean
    provider?: SignInProviderSession | undefined
  },
  headers: Headers,
  responseHeaders: Headers,
): Promise<void> {
  const before = readSessionToken(headers)
  if (before) await tx.deleteFrom('sessions').where('token_hash', '=', hashToken(before)).execute()
  const token = createRandomToken()
  const expires_at = limitStaffSession(sessionExpiry(remember), { userId, startedAt: new Date() })
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token: toLegacySessionToken(token),
      token_hash: hashToken(token),
      remembered: remember,
      with_passkey: withPasskey,
      expires_at,
      user_agent: describeDevice(headers.get('user-agent')),
      provider_id: provider?.id ?? null,
      provider_session: provider?.session ?? null,
    })
    .execute()
  log.info('signed in', { userId })
  responseHeaders.append('set-cookie', serializeSessionCookie({ token, remembered: remember }))
  responseHeaders.append('set-cookie', serializeKnownDeviceCookie(email))
}

function sessionExpiry(remembered: boolean): Date {
  return new Date(Date.now() + sessionLifetimes[remembered ? 'remembered' : 'temporary'].for)
}

/** The end of a session. Staff have to sign in again a day after they signed in, even if the session is in use. */
export function limitStaffSession(
  expiresAt: Date,
  { userId, startedAt }: { userId: string; startedAt: Date },
): RawBuilder<Date> {
  const limit = new Date(startedAt.getTime() + sessionLifetimes.staff)
  return sql<Date>`case when (select role from users where id = ${userId}) = 'user' then ${expiresAt}::timestamptz
    else least(${expiresAt}::timestamptz, ${limit}::timestamptz) end`
}

/**
 * Extends the session if enough of its lifetime has passed. Sessions of staff are never extended. The first of several
 * concurrent requests extends the session with one UPDATE, and the other requests change nothing. A session that ended
 * before this UPDATE is not revived. If the renewal of the session fails, the request itself still succeeds.
 */
export async function renewSession(viewer: Viewer, responseHeaders: Headers): Promise<void> {
  if (viewer.kind === 'anonymous' || !viewer.session.renewal || viewer.role !== 'user') return
  const { session } = viewer
  const { token, remembered } = viewer.session.renewal
  session.renewal = null
  const expires_at = sessionExpiry(remembered)
  const renewed = await db
    .updateTable('sessions')
    .set({ expires_at, updated_at: new Date() })
    .where('id', '=', session.id)
    .where('expires_at', '<', new Date(expires_at.getTime() - 60_000))
    // The role of staff does not count while their email address is unconfirmed, but their session is still limited.
    .where(sql<boolean>`(select role from users where id = ${viewer.id}) = 'user'`)
    .executeTakeFirst()
    .catch((error: Error) => log.warn('session renewal failed', { error: error.message }))
  if (!renewed?.numUpdatedRows) return
  session.expiresAt = expires_at
  if (remembered) responseHeaders.append('set-cookie', serializeSessionCookie({ token, remembered }))
}

/** Ends the current session of a browser or an API client, and clears the session cookie. */
export async function endSession(viewer: Viewer, headers: Headers, responseHeaders: Headers): Promise<void> {
  const token = readSessionToken(headers)
  if (viewer.kind === 'member') log.info('signed out', { userId: viewer.id })
  if (viewer.kind === 'member') await db.deleteFrom('sessions').where('id', '=', viewer.session.id).execute()
  // A person who signs up with a provider has an account and a session before entering an age, but
  // becomes a member only after that.
  else if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
  clearBrowserSession(responseHeaders)
}

import { db } from '#server/platform/db/db.ts'
import { isHttpsSite } from '../auth.ts'
import { expireCookie, readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import { createRandomToken, hashToken } from '../random-token.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/** A sign-in that waits for the browser to return from the provider. */
export interface PendingOAuthSignIn {
  /** The provider's id. */
  provider: string
  /** The path to open after signing in. */
  next: string
  /** The id of the invitation with which the person joins, if any. */
  invitationId?: string | undefined
  /** Set if a signed-in person connects the provider to their account. The session must still exist afterwards. */
  link?: { userId: string; sessionId: string }
  codeVerifier: string
  nonce: string
}

const stateSeconds = 600

/**
 * Stores a pending sign-in under a new OAuth `state` (RFC 6749, section 10.12). The response also sets a
 * cookie that contains the `state`.
 */
export async function saveOAuthState(started: PendingOAuthSignIn, responseHeaders: Headers): Promise<string> {
  const state = createRandomToken()
  await db
    .insertInto('verifications')
    .values({
      identifier: stateIdentifier(state),
      value: JSON.stringify(started),
      expires_at: new Date(Date.now() + stateSeconds * 1000),
    })
    .execute()
  responseHeaders.append(
    'set-cookie',
    serializeSignedCookie(stateCookieName(), `state ${state}`, stateSeconds),
  )
  return state
}

/**
 * Returns the pending sign-in that this browser started, and deletes it so that its `state` can be redeemed
 * only once. The cookie ties the `state` to the browser that started the sign-in, so an attacker cannot use a
 * prepared link to sign another person in to the attacker's account.
 */
export async function redeemOAuthState(
  state: string,
  provider: string,
  headers: Headers,
  responseHeaders: Headers,
): Promise<PendingOAuthSignIn> {
  if (readSignedCookie(headers, stateCookieName()) !== `state ${state}`)
    throw new ProviderSignInError('state_mismatch', 'no cookie of this state')
  responseHeaders.append('set-cookie', expireCookie(stateCookieName()))
  const row = await db
    .deleteFrom('verifications')
    .where('identifier', '=', stateIdentifier(state))
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= new Date())
    throw new ProviderSignInError('state_mismatch', 'used before, or expired')
  const started = JSON.parse(row.value) as PendingOAuthSignIn
  if (started.provider !== provider) throw new ProviderSignInError('state_mismatch', 'another provider')
  return started
}

function stateIdentifier(state: string): string {
  return `oauth-state:${hashToken(state)}`
}

function stateCookieName(): string {
  return isHttpsSite() ? '__Host-state' : 'state'
}

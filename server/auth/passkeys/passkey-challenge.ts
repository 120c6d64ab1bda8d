import { passkeyLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import { isHttpsSite } from '../auth.ts'
import { expireCookie, readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import { hashToken, createRandomToken } from '../random-token.ts'

/**
 * Creates a passkey challenge that is valid in this browser only. A challenge for adding a passkey is valid
 * only for the person who requested it.
 */
export async function createPasskeyChallenge(
  userId: string | null,
  responseHeaders: Headers,
): Promise<string> {
  const [token, challenge] = [createRandomToken(), createRandomToken()]
  const expires_at = new Date(Date.now() + passkeyLimits.lifetimeMs)
  await db
    .insertInto('passkey_challenges')
    .values({ token_hash: hashToken(token), challenge, user_id: userId, expires_at })
    .execute()
  responseHeaders.append(
    'set-cookie',
    serializeSignedCookie(passkeyCookieName(), `passkey ${token}`, passkeyLimits.lifetimeMs / 1000),
  )
  return challenge
}

/**
 * Consumes the browser's passkey challenge, even if the passkey response turns out to be invalid. The
 * deletion of the challenge is committed immediately, so that the challenge cannot be used twice.
 */
export async function consumePasskeyChallenge(
  userId: string | null,
  headers: Headers,
  responseHeaders: Headers,
): Promise<string> {
  const token = readSignedCookie(headers, passkeyCookieName())?.replace(/^passkey /, '') ?? ''
  responseHeaders.append('set-cookie', expireCookie(passkeyCookieName()))
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .returning(['challenge', 'user_id'])
    .executeTakeFirst()
  if (!taken || taken.user_id !== userId) throw new ApiError('passkey_expired')
  return taken.challenge
}

function passkeyCookieName(): string {
  return isHttpsSite() ? '__Host-passkey' : 'passkey'
}

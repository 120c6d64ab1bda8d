import { passkeys } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db } from '../../platform/db/db.ts'
import { isSecure } from '../auth.ts'
import { noCookieOf, saidIn, signedCookie } from '../cookie.ts'
import { hashOf, opaque } from '../opaque.ts'

/** A challenge for this browser alone; for adding, also for this person alone. */
export async function makeChallenge(userId: string | null, answer: Headers): Promise<string> {
  const [token, challenge] = [opaque(), opaque()]
  const expires_at = new Date(Date.now() + passkeys.lasts)
  await db
    .insertInto('passkey_challenges')
    .values({ token_hash: hashOf(token), challenge, user_id: userId, expires_at })
    .execute()
  answer.append('set-cookie', signedCookie(cookieName(), `passkey ${token}`, passkeys.lasts / 1000))
  return challenge
}

/** Spends it, whatever comes of it: committed at once, so that no second answer finds it. */
export async function takeChallenge(
  userId: string | null,
  headers: Headers,
  answer: Headers,
): Promise<string> {
  const token = saidIn(headers, cookieName())?.replace(/^passkey /, '') ?? ''
  answer.append('set-cookie', noCookieOf(cookieName()))
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date())
    .returning(['challenge', 'user_id'])
    .executeTakeFirst()
  if (!taken || taken.user_id !== userId) throw new Refusal('passkey_expired')
  return taken.challenge
}

function cookieName(): string {
  return isSecure() ? '__Host-passkey' : 'passkey'
}

import { sessionLasts } from '#contract/limits.ts'
import { db, type Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { cookieOf, forgetHere, sessionToken } from './cookie.ts'
import { deviceOf } from './device.ts'
import { knownDevice } from './known-device.ts'
import { hashOf, opaque } from './opaque.ts'
import { rawToken } from './raw-tokens.ts'

/**
 * A new session, with a token nobody has seen before, in place of the one this browser may have had: what was planted or
 * copied before signing in is worth nothing after. Its cookie goes into `answer`, and the one by which the account knows this
 * browser again. The caller has locked the account in this transaction (ways-in.ts).
 */
export async function openSession(
  tx: Tx,
  { userId, email, remember }: { userId: string; email: string; remember: boolean },
  headers: Headers,
  answer: Headers,
): Promise<void> {
  const before = sessionToken(headers)
  if (before) await tx.deleteFrom('sessions').where('token_hash', '=', hashOf(before)).execute()
  const token = opaque()
  const expires_at = endOf(remember)
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token: rawToken(token),
      token_hash: hashOf(token),
      remembered: remember,
      expires_at,
      user_agent: deviceOf(headers.get('user-agent')),
    })
    .execute()
  log.info('signed in', { userId })
  answer.append('set-cookie', cookieOf({ token, remembered: remember }))
  answer.append('set-cookie', knownDevice(email))
}

function endOf(remembered: boolean): Date {
  return new Date(Date.now() + sessionLasts[remembered ? 'remembered' : 'brief'].for)
}

/**
 * Begins the session's time anew when that is due: one UPDATE, by whichever of its requests comes first; the others find
 * nothing to do. A session that was ended meanwhile stays ended. Failing is no reason to fail the answer.
 */
export async function renew(viewer: Viewer, answer: Headers): Promise<void> {
  if (viewer.kind === 'anonymous' || !viewer.session.due) return
  const { session } = viewer
  const { token, remembered } = viewer.session.due
  session.due = null
  const expires_at = endOf(remembered)
  const renewed = await db
    .updateTable('sessions')
    .set({ expires_at, updated_at: new Date() })
    .where('id', '=', session.id)
    .where('expires_at', '<', new Date(expires_at.getTime() - 60_000))
    .executeTakeFirst()
    .catch((error: Error) => log.warn('a session was not renewed', { error: error.message }))
  if (!renewed?.numUpdatedRows) return
  session.expiresAt = expires_at
  if (remembered) answer.append('set-cookie', cookieOf({ token, remembered }))
}

/** Ends the session that asks, a browser's or a program's, and clears the cookie. */
export async function endSession(viewer: Viewer, headers: Headers, answer: Headers): Promise<void> {
  const token = sessionToken(headers)
  if (viewer.kind === 'member') log.info('signed out', { userId: viewer.id })
  if (viewer.kind === 'member') await db.deleteFrom('sessions').where('id', '=', viewer.session.id).execute()
  // Who came by Google or Apple and has not said their age is no member yet, but has a session.
  else if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
  forgetHere(answer)
}

import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { loadLegacyTokenDeadline } from './legacy-session-tokens.ts'
import { loadSigningSecret } from '#server/platform/signing-secret.ts'

export async function initializeAuth(): Promise<void> {
  await loadSigningSecret()
  await loadLegacyTokenDeadline()
}

/**
 * Returns the name of the session cookie: with the `__Host-` prefix under HTTPS, and without it on
 * http://localhost.
 */
export function getSessionCookieName(): string {
  return isHttpsSite() ? '__Host-session' : 'session'
}

export function isHttpsSite(): boolean {
  return config.publicUrl.startsWith('https:')
}

/**
 * Revokes everything with which a new session could still be started: emailed sign-in links, password reset
 * links and pending sign-ins.
 */
export async function revokePendingSignIns(on: Db | Tx, userId: string): Promise<void> {
  await on.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await on.deleteFrom('verifications').where('value', '=', userId).execute()
  await on.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
}

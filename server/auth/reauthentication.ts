import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { loadPasswordHash } from './sign-in-locks.ts'

export interface ReauthenticationProof {
  current_password?: string | undefined
}

/** A sign-in older than this must give the current password again (ruling 13). */
const recentSignInMs = 15 * 60_000

export function hasRecentSignIn({ session }: Member): boolean {
  return Date.now() - session.createdAt.getTime() < recentSignInMs
}

/**
 * Before how somebody signs in is changed: a fresh sign-in, or the current password. `always`: the password, of who has one. Who
 * has none signs in anew.
 */
export async function requireReauthentication(
  viewer: Member,
  { current_password }: ReauthenticationProof,
  when: 'stale' | 'always' = 'stale',
): Promise<void> {
  const hash = await loadPasswordHash(db, viewer.id)
  if (!hash) {
    if (!hasRecentSignIn(viewer)) throw new ApiError('sign_in_again')
    return
  }
  if (current_password) return verifyCurrentPassword(viewer, hash, current_password)
  if (when === 'always' || !hasRecentSignIn(viewer)) throw new ApiError('password_current_required')
}

/** Somebody else's open browser is no place to guess a password at. */
export function verifyCurrentPassword({ id }: Member, hash: string, password: string): Promise<void> {
  return withLoginThrottle([['current', id]], ['password_wrong'], async () => {
    if (!(await verifyPassword({ hash, password }))) throw new ApiError('password_wrong')
  })
}

export async function hasPassword(userId: string): Promise<boolean> {
  return (await loadPasswordHash(db, userId)) !== null
}

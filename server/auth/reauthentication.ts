import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { loadPasswordHash } from './passwords/stored-password-hash.ts'

export interface ReauthenticationProof {
  current_password?: string | undefined
}

/**
 * A sign-in counts as recent for this many milliseconds. After that, sensitive changes require the current
 * password.
 */
const recentSignInMs = 15 * 60_000

export function hasRecentSignIn({ session }: Member): boolean {
  return Date.now() - session.createdAt.getTime() < recentSignInMs
}

/**
 * Requires the current password unless the person has signed in recently. Call this function before changing
 * sign-in methods. If `when` is `always`, people who have a password must enter it, however recently they
 * signed in. People without a password must have signed in recently.
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

/**
 * Verifies the viewer's current password. The number of wrong passwords is limited, so that nobody can guess
 * the password in a browser that was left signed in.
 */
export function verifyCurrentPassword({ id }: Member, hash: string, password: string): Promise<void> {
  return withLoginThrottle([['currentPassword', id]], ['password_wrong'], async () => {
    if (!(await verifyPassword({ hash, password }))) throw new ApiError('password_wrong')
  })
}

export async function hasPassword(userId: string): Promise<boolean> {
  return (await loadPasswordHash(db, userId)) !== null
}

import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { guarded } from './guesses.ts'
import { verifyPassword } from './hash.ts'
import { passwordHashOf } from './ways-in.ts'

export interface Proof {
  current_password?: string | undefined
}

/** A sign-in older than this must give the current password again (ruling 13). */
const freshMs = 15 * 60_000

export function isFresh({ session }: Member): boolean {
  return Date.now() - session.createdAt.getTime() < freshMs
}

/**
 * Before how somebody signs in is changed: a fresh sign-in, or the current password. `always`: the password, of who has one. Who
 * has none signs in anew.
 */
export async function proveOneself(
  viewer: Member,
  { current_password }: Proof,
  when: 'stale' | 'always' = 'stale',
): Promise<void> {
  const hash = await passwordHashOf(db, viewer.id)
  if (!hash) {
    if (!isFresh(viewer)) throw new Refusal('sign_in_again')
    return
  }
  if (current_password) return checkCurrent(viewer, hash, current_password)
  if (when === 'always' || !isFresh(viewer)) throw new Refusal('password_current_required')
}

/** Somebody else's open browser is no place to guess a password at. */
export function checkCurrent({ id }: Member, hash: string, password: string): Promise<void> {
  return guarded([['current', id]], ['password_wrong'], async () => {
    if (!(await verifyPassword({ hash, password }))) throw new Refusal('password_wrong')
  })
}

export async function hasPassword(userId: string): Promise<boolean> {
  return (await passwordHashOf(db, userId)) !== null
}

import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { revokePendingSignIns } from '../auth.ts'
import { hasSignUpCookie } from './sign-up-cookie.ts'
import { deleteTwoFactorData as removeSecondFactor } from '../two-factor/two-factor-settings.ts'
import { loadPasswordHash } from '../passwords/stored-password-hash.ts'

/**
 * Marks an account's email address as confirmed for a person who has just proved access to the mailbox. The
 * `hasJoined` parameter is true if this person is known to have set up the account. If `hasJoined` is false,
 * all sign-in methods of the account are removed, because another person could have set them up. Does nothing
 * if the address was already confirmed.
 */
export async function markEmailConfirmed(
  tx: Tx,
  userId: string,
  hasJoined: boolean,
): Promise<{ password_removed: boolean }> {
  const confirmed = await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .returning('email')
    .executeTakeFirst()
  if (!confirmed) return { password_removed: false }
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  const password_removed = hasJoined ? false : await removeAllSignInMethods(tx, userId)
  await promoteToAdmin(tx, userId)
  return { password_removed }
}

/** Removes every sign-in method of the account, and returns whether one of them was a password. */
async function removeAllSignInMethods(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  await removeSecondFactor(tx, userId)
  await revokePendingSignIns(tx, userId)
  const removed = await tx
    .deleteFrom('sign_in_methods')
    .where('user_id', '=', userId)
    .returning('provider_id')
    .execute()
  return removed.some(({ provider_id }) => provider_id === 'credential')
}

/** Returns whether the account's current password has been entered in this browser before. */
export async function isSameBrowserAsSignUp(tx: Tx, userId: string, headers: Headers): Promise<boolean> {
  return hasSignUpCookie(headers, { userId, hash: await loadPasswordHash(tx, userId) })
}

/**
 * Gives the admin role to the account with the address ADMIN_EMAIL once the address is confirmed. Ends the
 * account's sessions, so that the role takes effect with a new sign-in.
 */
async function promoteToAdmin(tx: Tx, userId: string): Promise<void> {
  if (!config.adminEmail) return
  const promoted = await tx
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', userId)
    .where('email', '=', config.adminEmail)
    .where('email_verified', '=', true)
    .where('role', '<>', 'admin')
    .returning('id')
    .executeTakeFirst()
  if (promoted) await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

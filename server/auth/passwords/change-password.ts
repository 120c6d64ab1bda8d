import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { revokePendingSignIns } from '../auth.ts'
import { commonPasswords } from './common-passwords.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { verifyCurrentPassword, hasRecentSignIn } from '../reauthentication.ts'
import { hashPassword } from './password-hash.ts'
import { passwordChangedEmail } from '../auth-emails.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { loadPasswordHash } from './stored-password-hash.ts'

/** Rejects passwords that are common or equal to the person's username or email address. */
export function assertStrongPassword(password: string, personalWords: string[]): void {
  const plain = password.toLowerCase()
  const names = personalWords.flatMap((name) => [name, name.split('@')[0]!]).map((name) => name.toLowerCase())
  if (
    commonPasswords.has(plain) ||
    names.includes(plain) ||
    isSiteOrRoleName(plain) ||
    /^(.)\1+$/.test(plain)
  )
    throw new ApiError('password_weak')
}

/**
 * Returns whether the password is the name of the site or of a staff role when digits and symbols are ignored
 * (docs/security.md).
 */
function isSiteOrRoleName(plain: string): boolean {
  const host = new URL(config.publicUrl).hostname.split('.')[0]!
  const words = [getSetting('site_name'), host, 'afterbell', 'moderator', 'admin'].map((word) =>
    lettersOnly(word.toLowerCase()),
  )
  return lettersOnly(plain) !== '' && words.includes(lettersOnly(plain))
}

function lettersOnly(text: string): string {
  return text.replace(/\P{L}/gu, '')
}

/** Changes the viewer's password and ends all other sessions. */
export async function changeOwnPassword(
  viewer: Member,
  wanted: { password: string; current_password?: string | undefined },
): Promise<void> {
  assertStrongPassword(wanted.password, [viewer.username, viewer.email])
  if (!hasRecentSignIn(viewer) && !wanted.current_password) throw new ApiError('password_current_required')
  await consumeAttempts(['passwordChanges', viewer.id])
  const password = await hashPassword(wanted.password)
  const before = await loadPasswordHash(db, viewer.id)
  // Accounts that were created with Google or Apple have no current password to verify, so a recent sign-in
  // is required before a password is set.
  if (!hasRecentSignIn(viewer) && !before) throw new ApiError('sign_in_again')
  // The password is verified outside the transaction, because verifying is slow and concurrent sign-ins to
  // the account would wait for the lock.
  if (wanted.current_password && before) await verifyCurrentPassword(viewer, before, wanted.current_password)
  await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    const known = await tx
      .selectFrom('sign_in_methods')
      .select(['id', 'password'])
      .where('user_id', '=', viewer.id)
      .where('provider_id', '=', 'credential')
      .forUpdate()
      .executeTakeFirst()
    if (wanted.current_password && (known?.password ?? null) !== before) throw new ApiError('password_wrong')
    if (known)
      await tx
        .updateTable('sign_in_methods')
        .set({ password, updated_at: new Date() })
        .where('id', '=', known.id)
        .execute()
    else
      await tx
        .insertInto('sign_in_methods')
        .values({ user_id: viewer.id, provider_id: 'credential', account_id: viewer.id, password })
        .execute()
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('id', '<>', viewer.session.id)
      .execute()
    await revokePendingSignIns(tx, viewer.id)
    await enqueueAccountEmail(tx, viewer.email, (to) => passwordChangedEmail(to))
  })
  log.info('password changed', { userId: viewer.id })
}

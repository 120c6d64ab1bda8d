import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { revokePendingSignIns } from '../auth.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { verifyCurrentPassword, hasRecentSignIn } from '../reauthentication.ts'
import { hashPassword } from './password-hash.ts'
import { assertStrongPassword } from './password-strength.ts'
import { passwordChangedEmail } from '../auth-emails.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { loadPasswordHash } from './stored-password-hash.ts'

/** Changes the viewer's password and ends all other sessions. */
export async function changeOwnPassword(
  viewer: Member,
  wanted: { password: string; current_password?: string | undefined },
): Promise<void> {
  await assertStrongPassword(wanted.password, [viewer.username, viewer.email])
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

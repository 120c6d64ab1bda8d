import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  getTwoFactorStatus,
} from '#contract/auth/two-factor.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { encryptSecret } from '#server/platform/secret-encryption.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { hasPassword, type ReauthenticationProof, requireReauthentication } from '../reauthentication.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { hasTwoFactorEnabled, redeemTotpCode } from './verify-code.ts'
import { newRecoveryCodesEmail, twoFactorDisabledEmail, twoFactorEnabledEmail } from './two-factor-emails.ts'
import { assertCanAddSecondFactor, assertStaffKeepSecondFactor } from './staff-second-factor.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { buildTotpProvisioningDetails, createTotpSecret } from './totp.ts'

export async function loadTwoFactorStatus(viewer: Member): Promise<ResponseOf<typeof getTwoFactorStatus>> {
  const row = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', viewer.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    on_since: row?.confirmed_at?.toISOString() ?? null,
    recovery_left: Number(left),
    has_password: await hasPassword(viewer.id),
    required: viewer.role !== 'user' || viewer.pendingRole !== undefined,
  }
}

/**
 * Creates a secret for the authenticator app. Two-factor authentication remains off until the person confirms
 * the secret with a code. Starting the setup again replaces the secret.
 */
export async function startTwoFactorSetup(
  viewer: Member,
  proof: ReauthenticationProof,
): Promise<ResponseOf<typeof beginTwoFactorSetup>> {
  await requireReauthentication(viewer, proof)
  await assertCanAddSecondFactor(viewer)
  const secret = createTotpSecret()
  const encrypted = encryptSecret(secret)
  const made = { secret: encrypted, last_step: 0, created_at: new Date() }
  const begun = await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    return tx
      .insertInto('second_factors')
      .values({ user_id: viewer.id, ...made })
      .onConflict((row) =>
        row.column('user_id').doUpdateSet(made).where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
  })
  if (!begun) throw new ApiError('second_on')
  return buildTotpProvisioningDetails(secret, getSetting('site_name'), viewer.username)
}

/**
 * Turns two-factor authentication on if the code is correct, which proves that the authenticator app has the
 * secret. Ends all other sessions.
 */
export async function enableTwoFactor(
  viewer: Member,
  code: string,
): Promise<ResponseOf<typeof confirmTwoFactorSetup>> {
  await assertCanAddSecondFactor(viewer)
  return withLoginThrottle([['code', viewer.id]], ['code_wrong'], () =>
    transaction(async (tx) => {
      await lockOwnAccountRow(tx, viewer)
      if (await hasTwoFactorEnabled(tx, viewer.id)) throw new ApiError('second_on')
      if (!(await redeemTotpCode(tx, viewer.id, code))) throw new ApiError('code_wrong')
      await tx
        .updateTable('second_factors')
        .set({ confirmed_at: new Date() })
        .where('user_id', '=', viewer.id)
        .execute()
      await endOtherSessions(tx, viewer)
      await enqueueAccountEmail(tx, viewer.email, (to) => twoFactorEnabledEmail(to))
      log.info('two-factor authentication enabled', { userId: viewer.id })
      return { recovery_codes: await replaceRecoveryCodes(tx, viewer.id) }
    }),
  )
}

async function endOtherSessions(tx: Tx, { id, session }: Member): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', id).where('id', '<>', session.id).execute()
}

/**
 * Turns two-factor authentication off. People who have a password must always enter it, however recently they
 * signed in, so that access to an unattended browser is not enough to turn two-factor authentication off.
 */
export async function disableTwoFactor(viewer: Member, proof: ReauthenticationProof): Promise<undefined> {
  await requireReauthentication(viewer, proof, 'always')
  await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    const isRemoved = await deleteTwoFactorData(tx, viewer.id)
    await assertStaffKeepSecondFactor(tx, viewer.id)
    if (isRemoved) await enqueueAccountEmail(tx, viewer.email, (to) => twoFactorDisabledEmail(to))
  })
  log.info('two-factor authentication disabled', { userId: viewer.id })
}

/**
 * Removes an account's two-factor secret, its recovery codes and its pending sign-ins. Returns false if
 * two-factor authentication was already off.
 */
export async function deleteTwoFactorData(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
  return numDeletedRows > 0n
}

export async function regenerateRecoveryCodes(
  viewer: Member,
  proof: ReauthenticationProof,
): Promise<{ recovery_codes: string[] }> {
  await requireReauthentication(viewer, proof)
  return transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    if (!(await hasTwoFactorEnabled(tx, viewer.id))) throw new ApiError('second_off')
    await enqueueAccountEmail(tx, viewer.email, (to) => newRecoveryCodesEmail(to))
    return { recovery_codes: await replaceRecoveryCodes(tx, viewer.id) }
  })
}

import type { getPasswordReset } from '#contract/auth/passwords.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { enqueue, defineJob, defineWorker } from '#server/platform/queue/queue.ts'
import { revokePendingSignIns } from '../auth.ts'
import { markEmailConfirmed } from '../sign-up/mark-email-confirmed.ts'
import { setPasswordHash } from './stored-password-hash.ts'
import { getIpAttemptCounter, withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { enforceEmailRequestLimit, consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { hashPassword } from './password-hash.ts'
import { passwordResetEmail } from '../auth-emails.ts'
import { issueEmailToken, findEmailToken, redeemEmailToken } from '../email-tokens.ts'
import { assertStrongPassword } from './change-password.ts'
import { loadStaffFactors } from '../two-factor/staff-second-factor.ts'
import { hasTwoFactorEnabled } from '../two-factor/verify-code.ts'

const resetLinkHours = 1

/**
 * Requests a reset link. A background job looks up the email address, so that the response and its timing do
 * not reveal whether the address has an account.
 */
export async function requestPasswordReset(email: string, address: string): Promise<void> {
  await enforceEmailRequestLimit(address)
  await transaction((tx) => enqueue(tx, passwordResetJob, { email }))
}

const passwordResetJob = defineJob<{ email: string }>('reset-link')

export const passwordResetWorker = defineWorker(passwordResetJob, async ({ email }) => {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!user || !(await consumeEmailQuota(email))) return
  await transaction(async (tx) => {
    const token = await issueEmailToken(tx, 'reset-password', user.id, resetLinkHours)
    await enqueueAccountEmail(tx, email, (to) => passwordResetEmail(to, token))
  })
})

/**
 * Returns the account's sign-in methods other than the password, so that the reset page can ask whether to
 * keep them. For an account with an unconfirmed address, the result contains no sign-in methods, because the
 * reset removes all of them.
 */
export async function loadPasswordReset(token: string): Promise<ResponseOf<typeof getPasswordReset>> {
  const found = await findEmailToken('reset-password', token)
  if (!found) throw new ApiError('reset_link_invalid')
  if (!found.email_verified) return { passkeys: 0, second_factor: false }
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('passkeys'))
    .where('user_id', '=', found.user_id)
    .executeTakeFirstOrThrow()
  return { passkeys: Number(passkeys), second_factor: await hasTwoFactorEnabled(db, found.user_id) }
}

interface PasswordResetInput {
  token: string
  password: string
  keep_passkeys: boolean
}

/**
 * Sets a new password for a person who has an emailed token. The token works only once. Every session of the
 * account ends.
 */
export function resetPasswordByToken(wanted: PasswordResetInput, address: string): Promise<void> {
  assertStrongPassword(wanted.password, [])
  return withLoginThrottle([getIpAttemptCounter(address)], ['reset_link_invalid'], async () => {
    if (!(await findEmailToken('reset-password', wanted.token))) throw new ApiError('reset_link_invalid')
    const hash = await hashPassword(wanted.password)
    await transaction((tx) => applyPasswordReset(tx, wanted, hash))
  })
}

/**
 * Applies a password reset. Passkeys are removed unless the person chooses to keep them, because an attacker
 * could have added a passkey. Two-factor authentication remains on, because access to the mailbox alone must
 * not be enough to sign in. For the same reason, staff keep their passkeys. The operator can turn two-factor authentication off with the `reset-two-factor`
 * command.
 */
async function applyPasswordReset(
  tx: Tx,
  { token, keep_passkeys }: PasswordResetInput,
  hash: string,
): Promise<void> {
  const spent = await redeemEmailToken(tx, 'reset-password', token)
  if (!spent) throw new ApiError('reset_link_invalid')
  // `redeemEmailToken` has locked the account, so a concurrent sign-in cannot use a password or passkey that
  // is being revoked here (account-row-locks.ts).
  const { user_id: userId } = spent
  await markEmailConfirmed(tx, userId, false)
  await setPasswordHash(tx, userId, hash)
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  // Access to the mailbox alone must not remove the second factor of a staff account.
  const isStaff = (await loadStaffFactors(tx, userId)) !== undefined
  if (!keep_passkeys && !isStaff) await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await revokePendingSignIns(tx, userId)
  log.info('password reset', { userId })
}

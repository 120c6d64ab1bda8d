import type { Db, Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { decryptSecret } from '#server/platform/secret-encryption.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { findMatchingTimeStep } from './totp.ts'

/** Returns whether signing in to this account requires a two-factor code. */
export async function hasTwoFactorEnabled(on: Db | Tx, userId: string): Promise<boolean> {
  const row = await on
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Redeems a code from the authenticator app, or a recovery code. Returns null if the code is wrong or was
 * used before.
 */
export async function redeemTwoFactorCode(
  tx: Tx,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (await redeemTotpCode(tx, userId, code)) return 'app'
  return (await redeemRecoveryCode(tx, userId, code)) ? 'recovery' : null
}

/**
 * Redeems a code from the authenticator app. The redeemed code and all older codes stop working, so a
 * redeemed code that someone else has seen is useless.
 */
export async function redeemTotpCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return false
  const row = await tx
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = row && readTotpSecret(row.secret)
  const step = secret && findMatchingTimeStep(secret, code, Date.now())
  if (!step) return false
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Decrypts a secret. If the site's signing secret has been replaced, the authenticator secret cannot be
 * decrypted. In this case, the function logs the failure, and all codes from the authenticator app are
 * rejected. Recovery codes still work.
 */
function readTotpSecret(encrypted: string): string | undefined {
  try {
    return decryptSecret(encrypted)
  } catch (error) {
    log.warn('cannot decrypt an authenticator secret; was the site key replaced?', {
      error: (error as Error).message,
    })
    return undefined
  }
}

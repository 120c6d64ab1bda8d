import { randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { hashToken } from '../random-token.ts'

const recoveryCodeCount = 10
/** The 31 letters and digits of recovery codes, without characters that look alike. */
const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Replaces all recovery codes with ten new ones and stores only their hashes. Each code has 123 random bits. A
 * code with 123 random bits cannot be guessed, so a plain hash is safe although it is fast to compute. Codes that earlier
 * releases created have 74 bits and still work.
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(normalizeRecoveryCode(code)) })))
    .execute()
  return codes
}

/** Returns a random recovery code such as `k7mqp-x2tjw-9hfad-mw4ce-t8krb`. */
function generateRecoveryCode(): string {
  return Array.from({ length: 5 }, randomCodePart).join('-')
}

function randomCodePart(): string {
  return Array.from({ length: 5 }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join(
    '',
  )
}

/**
 * Redeems a recovery code, ignoring case and separators. Returns false if the code is unknown or was already
 * used.
 */
export async function redeemRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(normalizeRecoveryCode(code)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function normalizeRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

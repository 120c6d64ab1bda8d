import { randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { hashToken } from '../random-token.ts'

const recoveryCodeCount = 10
/** 31 letters and digits without those that look alike. */
const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new codes instead of all there were; only their hashes stay. 74 random bits each: nobody tries them all, hash or not. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(normalizeRecoveryCode(code)) })))
    .execute()
  return codes
}

/** `k7mqp-x2tjw-9hfad` */
function generateRecoveryCode(): string {
  return [randomCodePart(), randomCodePart(), randomCodePart()].join('-')
}

function randomCodePart(): string {
  return Array.from({ length: 5 }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join(
    '',
  )
}

/** Spends a code, however it was typed. False: it is none, or was used. */
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

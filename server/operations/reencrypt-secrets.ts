import { db } from '#server/platform/db/db.ts'
import {
  decryptSecret,
  encryptSecret,
  isEncryptedWithCurrentKey,
} from '#server/platform/secret-encryption.ts'

/**
 * Encrypts all stored secrets again that were not encrypted with the current key, so that the earlier keys can be
 * removed. The site can keep running. Secrets that no key can read do not change.
 */
export async function reencryptSecrets(): Promise<{ changed: number; unreadable: number }> {
  const counts = { changed: 0, unreadable: 0 }
  const rows = await db.selectFrom('second_factors').select(['user_id', 'secret']).execute()
  for (const { user_id, secret } of rows.filter((row) => !isEncryptedWithCurrentKey(row.secret))) {
    const renewed = reencrypt(secret)
    if (renewed === undefined) {
      counts.unreadable += 1
      continue
    }
    // If the person has just set up another app, its secret is already encrypted with the current key.
    await db
      .updateTable('second_factors')
      .set({ secret: renewed })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute()
    counts.changed += 1
  }
  return counts
}

function reencrypt(stored: string): string | undefined {
  try {
    return encryptSecret(decryptSecret(stored))
  } catch {
    return undefined
  }
}

import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import {
  decryptSecret,
  encryptSecret,
  isEncryptedWithCurrentKey,
} from '#server/platform/secret-encryption.ts'

/** All columns that contain encrypted secrets. */
const encryptedColumns = [
  ['second_factors', 'secret'],
  ['webhook_endpoints', 'secret'],
  ['webhook_endpoints', 'previous_secret'],
] as const

/**
 * Encrypts all stored secrets again that were not encrypted with the current key, so that the earlier keys can be
 * removed. The site can keep running. Secrets that no key can read do not change.
 */
export async function reencryptSecrets(): Promise<{ changed: number; unreadable: number }> {
  const counts = { changed: 0, unreadable: 0 }
  for (const [table, column] of encryptedColumns) {
    const { rows } = await sql<{
      secret: string
    }>`select ${sql.ref(column)} as secret from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    for (const { secret } of rows.filter((row) => !isEncryptedWithCurrentKey(row.secret))) {
      const renewed = reencrypt(secret)
      if (renewed === undefined) counts.unreadable += 1
      else {
        // Each encryption has its own nonce, so the stored value identifies the row. A secret that has been replaced in the
        // meantime is already encrypted with the current key.
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renewed}
          where ${sql.ref(column)} = ${secret}`.execute(db)
        counts.changed += 1
      }
    }
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

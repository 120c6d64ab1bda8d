import { createHmac } from 'node:crypto'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * An entry of the audit log. Ids are stored as keyed hashes, because the log is kept after people delete
 * their accounts.
 */
export interface AuditEntry {
  action: string
  /** The staff member who acted. The field is null or absent if the system acted. */
  actor?: string | null
  /** The item, comment or person that was acted on. */
  subject?: { kind: string; id: string }
  /**
   * Facts about the action: predefined codes, numbers and case ids. The details never contain names or text
   * that people wrote.
   */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Writes an audit entry in the caller's transaction. When the transaction commits, the database assigns the
 * entry's position in the hash chain.
 */
export async function writeAuditEntry(
  tx: Tx,
  { action, actor, subject, details = {} }: AuditEntry,
): Promise<void> {
  const entry = toCanonicalJson({
    at: new Date().toISOString(),
    did: action,
    actor: actor ? pseudonymizeForAuditLog(actor) : 'machine',
    ...(subject && { subject: `${subject.kind} ${pseudonymizeForAuditLog(subject.id)}` }),
    ...details,
  })
  await tx.insertInto('audit_log').values({ entry }).execute()
}

/**
 * Returns the pseudonym that replaces an id in the log. The pseudonym cannot be computed or reversed without
 * the site's key.
 */
export function pseudonymizeForAuditLog(id: string): string {
  return createHmac('sha256', getSigningSecret()).update(`audit ${id}`).digest('base64url').slice(0, 22)
}

/** Serializes an entry in canonical form: with sorted keys and without spaces. */
export function toCanonicalJson(entry: Record<string, string | number | boolean | null>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

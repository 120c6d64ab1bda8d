import { createHmac } from 'node:crypto'
import { getSigningSecret } from '#server/platform/site-secret.ts'
import type { Tx } from '#server/platform/db/db.ts'

/** One thing that was done. Ids go in as they are and are kept as keyed hashes: the log outlives the people it speaks of. */
export interface AuditEntry {
  did: string
  /** Staff who did it; nobody: the machine. */
  actor?: string | null
  /** The item, comment or person. */
  subject?: { kind: string; id: string }
  /** Plain words of ours, numbers and ids of cases: never names, never what people wrote. */
  more?: Record<string, string | number | boolean | null>
}

/** Writes a row of the audit log, in the caller's transaction. The database gives it its place in the chain at the end of it. */
export async function writeAuditEntry(tx: Tx, { did, actor, subject, more = {} }: AuditEntry): Promise<void> {
  const entry = canonicalJson({
    at: new Date().toISOString(),
    did,
    actor: actor ? auditPseudonym(actor) : 'machine',
    ...(subject && { subject: `${subject.kind} ${auditPseudonym(subject.id)}` }),
    ...more,
  })
  await tx.insertInto('audit_log').values({ entry }).execute()
}

/** Finds the rows of somebody or something whose id is known; without the site's key it leads nowhere. */
export function auditPseudonym(id: string): string {
  return createHmac('sha256', getSigningSecret()).update(`audit ${id}`).digest('base64url').slice(0, 22)
}

/** The one way to write it: keys in order, no spaces. */
export function canonicalJson(entry: Record<string, string | number | boolean | null>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

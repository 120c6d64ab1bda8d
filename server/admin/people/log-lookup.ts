import { pseudonymizeForAuditLog, writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import type { ConsoleViewer } from '../console-viewer.ts'

/*
 * Every search and every view of an account is logged in the transaction that reads the account, and counts toward a
 * limit. The log contains neither the search nor names, only the pseudonyms of the people who were found.
 */

export function limitLookups(tx: Tx, viewer: ConsoleViewer): Promise<void> {
  return enforceCrossProcessRateLimit(tx, 'staffLookups', viewer.id)
}

export function logPeopleSearch(
  tx: Tx,
  viewer: ConsoleViewer,
  by: 'id' | 'email' | 'name',
  found: readonly string[],
): Promise<void> {
  const details = { by, results: found.length, found: found.map(pseudonymizeForAuditLog).join(' ') }
  return writeAuditEntry(tx, { action: 'search people', actor: viewer.id, details })
}

export function logPersonView(tx: Tx, viewer: ConsoleViewer, userId: string): Promise<void> {
  return writeAuditEntry(tx, {
    action: 'view person',
    actor: viewer.id,
    subject: { kind: 'profile', id: userId },
  })
}

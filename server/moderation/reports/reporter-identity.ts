import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getClientNetworks } from '#server/rate-limits/client-networks.ts'

/** The network and browser that a report comes from. */
export interface ReporterClientInfo {
  address: string
  browser: string
}

/**
 * Returns the key that identifies a reporter: a member's id, or a one-way hash of an anonymous visitor's
 * network and browser.
 */
export function getReporterKey(
  viewer: Viewer,
  from: ReporterClientInfo,
): { column: 'reporter_id' | 'voice'; value: string } {
  if (viewer.kind === 'member') return { column: 'reporter_id', value: viewer.id }
  const hash = createHmac('sha256', getSigningSecret())
  const { network } = getClientNetworks(from.address)
  return { column: 'voice', value: hash.update(`voice ${network} ${from.browser}`).digest('base64url') }
}

/**
 * Locks the reporter until the transaction ends, so that concurrent reports by one person are processed one
 * after another and the rate limits count every earlier report. To avoid deadlocks, take this lock before
 * locking a case.
 */
export async function acquireReporterLock(tx: Tx, viewer: Viewer, from: ReporterClientInfo): Promise<void> {
  const { column, value } = getReporterKey(viewer, from)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${column} ${value}`}, 7275))`.execute(tx)
}

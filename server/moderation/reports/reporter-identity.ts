import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { reportRateLimits } from '#contract/moderation/reports.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { clientNetworksOf } from '#server/rate-limits/client-networks.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'

/** The network and browser that a report comes from. */
export interface ReporterClientInfo {
  address: string
  browser: string
}

/**
 * Returns the key that identifies a reporter: a member's id, or a one-way hash of an anonymous visitor's
 * network and browser.
 */
export function reporterKeyOf(
  viewer: Viewer,
  from: ReporterClientInfo,
): { column: 'reporter_id' | 'voice'; value: string } {
  if (viewer.kind === 'member') return { column: 'reporter_id', value: viewer.id }
  const hash = createHmac('sha256', getSigningSecret())
  const { network } = clientNetworksOf(from.address)
  return { column: 'voice', value: hash.update(`voice ${network} ${from.browser}`).digest('base64url') }
}

/**
 * Locks the reporter until the transaction ends, so that concurrent reports by one person are processed one
 * after another and the rate limits count every earlier report. To avoid deadlocks, take this lock before
 * locking a case.
 */
export async function acquireReporterLock(tx: Tx, viewer: Viewer, from: ReporterClientInfo): Promise<void> {
  const { column, value } = reporterKeyOf(viewer, from)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${column} ${value}`}, 7275))`.execute(tx)
}

/**
 * Limits how many reports a person can send. The limit is far above what one honest person sends. Viewing
 * sent reports does not count toward the limit. Throws `report_too_many`.
 */
export async function enforceReportRateLimits(
  tx: Tx,
  viewer: Viewer,
  from: ReporterClientInfo,
): Promise<void> {
  const { member, browser, network } = reportRateLimits
  const { column, value } = reporterKeyOf(viewer, from)
  const { count } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .where('reason_at', '>', new Date(Date.now() - 3600_000))
    .executeTakeFirstOrThrow()
  const { most } = viewer.kind === 'member' ? member : browser
  if (count >= most) throw new ApiError('report_too_many')
  if (viewer.kind === 'member') return
  const slot = `signed-out reports from ${clientNetworksOf(from.address).network}`
  if (!(await consumeRateLimit(slot, [network], tx))) throw new ApiError('report_too_many')
}

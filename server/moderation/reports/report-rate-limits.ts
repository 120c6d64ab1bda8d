import { ApiError } from '#contract/errors/api-error.ts'
import { reportRateLimits } from '#contract/moderation/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getClientNetworks } from '#server/rate-limits/client-networks.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import { type ReporterClientInfo, getReporterKey } from './reporter-identity.ts'

/**
 * Limits how many reports a person can send. The limit is far above the number of reports that one honest
 * person sends. Viewing sent reports does not count toward the limit. Throws `report_too_many`.
 */
export async function enforceReportRateLimits(
  tx: Tx,
  viewer: Viewer,
  from: ReporterClientInfo,
): Promise<void> {
  const { member, browser, network } = reportRateLimits
  const { column, value } = getReporterKey(viewer, from)
  const { count } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .where('reason_at', '>', new Date(Date.now() - 3600_000))
    .executeTakeFirstOrThrow()
  const { most } = viewer.kind === 'member' ? member : browser
  if (count >= most) throw new ApiError('report_too_many')
  if (viewer.kind === 'member') return
  const slot = `signed-out reports from ${getClientNetworks(from.address).network}`
  if (!(await consumeRateLimit(slot, [network], tx))) throw new ApiError('report_too_many')
}

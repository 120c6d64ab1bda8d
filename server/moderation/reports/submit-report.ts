import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getReportReasonPriority } from '#contract/moderation/report-reasons.ts'
import type { sendReport } from '#contract/moderation/reports.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { openModerationCase } from '../cases/open-case.ts'
import { distinctReportKey } from '../report-floods/distinct-reports.ts'
import {
  getAccountReportFloodKey,
  getNetworkReportFloodKey,
  recordReportSource,
} from '../report-floods/report-floods.ts'
import { hashNetwork, getClientNetworks } from '#server/rate-limits/client-networks.ts'
import { holdIfReportThresholdReached } from './report-holds.ts'
import { createReceiptNumber } from './receipt-number.ts'
import { requireReportableSubject } from './moderation-subject.ts'
import { acquireReporterLock, type ReporterClientInfo, getReporterKey } from './reporter-identity.ts'
import { enforceReportRateLimits } from './report-rate-limits.ts'
import { loadReportWeightOfViewer } from './reporter-history.ts'
import { lowReportWeight } from './report-weight.ts'

type ReportInput = ParsedInputOf<typeof sendReport>['body']

/**
 * Receives a report. Opens a case for the reported subject or adds the report to its open case, and hides the
 * subject if its reports have enough weight. Each person's report counts once per case; reporting again
 * returns the same receipt.
 */
export function createReport(
  viewer: Viewer,
  wanted: ReportInput,
  from: ReporterClientInfo,
): Promise<ResponseOf<typeof sendReport>> {
  return transaction(async (tx) => {
    const about = await requireReportableSubject(tx, viewer, wanted.subject, wanted.id)
    if (about.userId === getViewerId(viewer)) throw new ApiError('report_own')
    await acquireReporterLock(tx, viewer, from)
    await enforceReportRateLimits(tx, viewer, from)
    const weight = await loadReportWeightOfViewer(tx, viewer)
    const isLight = weight <= lowReportWeight
    const networks = getClientNetworks(from.address)
    const floodKey =
      viewer.kind === 'member' && !isLight
        ? getAccountReportFloodKey(viewer.id)
        : getNetworkReportFloodKey(networks)
    // Opening the case locks its row, so that concurrent reports about one subject are processed one at a
    // time.
    const { id: caseId, isNew: isNewCase } = await openModerationCase(tx, {
      ...about,
      priority: getReportReasonPriority(wanted.reason),
      floodKey,
    })
    const network = isLight ? hashNetwork(networks.allocation ?? networks.network) : null
    const claim = distinctReportKey([getReporterKey(viewer, from).value, wanted.reason], wanted.words)
    const { receipt, isNewOrRaised } = await upsertReport(tx, viewer, caseId, wanted, from, {
      weight,
      network,
      claim,
    })
    if (isNewOrRaised) await recordReportSource(tx, caseId, floodKey, claim)
    await holdIfReportThresholdReached(tx, caseId, about)
    if (isNewCase) await emitEvent(tx, { type: 'report_opened', caseId })
    return { receipt }
  })
}

/**
 * Inserts or updates a report. `isNewOrRaised` is true if the report is new or gives a more severe reason
 * than the person's earlier report.
 */
async function upsertReport(
  tx: Tx,
  viewer: Viewer,
  caseId: string,
  { subject, reason, words }: ReportInput,
  from: ReporterClientInfo,
  attributes: { weight: number; network: string | null; claim: string },
): Promise<{ receipt: string; isNewOrRaised: boolean }> {
  const priority = getReportReasonPriority(reason)
  const voice = getReporterKey(viewer, from)
  const before = await tx
    .selectFrom('reports')
    .select(['id', 'receipt', 'priority', 'weight'])
    .where('case_id', '=', caseId)
    .where(voice.column, '=', voice.value)
    .executeTakeFirst()
  // A person can report again with a more severe reason. The report then gets the lower of its earlier weight
  // and the current weight of the person's reports.
  const isRaised = before !== undefined && priority < before.priority
  if (isRaised) {
    const weight = Math.min(before.weight, attributes.weight)
    await tx
      .updateTable('reports')
      .set({ reason, priority, words, weight, claim: attributes.claim, reason_at: new Date() })
      .where('id', '=', before.id)
      .execute()
  }
  if (before) return { receipt: before.receipt, isNewOrRaised: isRaised }
  const { receipt } = await tx
    .insertInto('reports')
    .values({
      receipt: createReceiptNumber(),
      case_id: caseId,
      subject,
      reason,
      priority,
      words,
      ...attributes,
      signed_out: viewer.kind === 'anonymous',
      [voice.column]: voice.value,
    })
    .returning('receipt')
    .executeTakeFirstOrThrow()
  return { receipt, isNewOrRaised: true }
}

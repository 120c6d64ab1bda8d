import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { priorityOfReason } from '#contract/moderation/report-reasons.ts'
import type { sendReport } from '#contract/moderation/reports.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { viewerIdOf, type Viewer } from '#server/platform/http/viewer.ts'
import { openCase } from '../cases/open-case.ts'
import { floodClaimKey } from '../floods/flood-claims.ts'
import { memberFloodKey, networkFloodKey, addCaseSource } from '../floods/floods.ts'
import { hashNetwork, clientNetworksOf } from '#server/rate-limits/client-networks.ts'
import { holdIfReportsSuffice } from './report-holds.ts'
import { createReceiptNumber } from './receipt-number.ts'
import { requireReportableSubject } from './report-subject.ts'
import {
  lockReporter,
  type ReportOrigin,
  enforceReportRateLimits,
  reporterKeyOf,
} from './reporter-identity.ts'
import { loadReporterWeight } from './reporter-history.ts'
import { lowReportWeight } from './report-weight.ts'

type ReportInput = ParsedInputOf<typeof sendReport>['body']

/**
 * Takes a report: it opens or joins the case of its subject, and takes the thing away at once where so much is asked for that
 * it should not wait for a person. One voice a person and case: who reports again gets the same receipt.
 */
export function createReport(
  viewer: Viewer,
  wanted: ReportInput,
  from: ReportOrigin,
): Promise<ResponseOf<typeof sendReport>> {
  return transaction(async (tx) => {
    const about = await requireReportableSubject(tx, viewer, wanted.subject, wanted.id)
    if (about.userId === viewerIdOf(viewer)) throw new ApiError('report_own')
    await lockReporter(tx, viewer, from)
    await enforceReportRateLimits(tx, viewer, from)
    // Locks the case: of thirty reports at once each sees those before it.
    const weight = await loadReporterWeight(tx, viewer)
    const isLight = weight <= lowReportWeight
    const networks = clientNetworksOf(from.address)
    const floodKey =
      viewer.kind === 'member' && !isLight ? memberFloodKey(viewer.id) : networkFloodKey(networks)
    const { id: caseId } = await openCase(tx, {
      ...about,
      priority: priorityOfReason(wanted.reason),
      floodKey,
    })
    const network = isLight ? hashNetwork(networks.allocation ?? networks.network) : null
    const claim = floodClaimKey([reporterKeyOf(viewer, from).value, wanted.reason], wanted.words)
    const { receipt, isHeard } = await upsertReport(tx, viewer, caseId, wanted, from, {
      weight,
      network,
      claim,
    })
    if (isHeard) await addCaseSource(tx, caseId, floodKey, claim)
    await holdIfReportsSuffice(tx, caseId, about)
    return { receipt }
  })
}

/** `isHeard`: it is new, or worse than what the same person said before. */
async function upsertReport(
  tx: Tx,
  viewer: Viewer,
  caseId: string,
  { subject, reason, words }: ReportInput,
  from: ReportOrigin,
  heard: { weight: number; network: string | null; claim: string },
): Promise<{ receipt: string; isHeard: boolean }> {
  const priority = priorityOfReason(reason)
  const voice = reporterKeyOf(viewer, from)
  const before = await tx
    .selectFrom('reports')
    .select(['id', 'receipt', 'priority', 'weight'])
    .where('case_id', '=', caseId)
    .where(voice.column, '=', voice.value)
    .executeTakeFirst()
  // The same person found out that it is worse. It weighs no more than a new report of theirs would.
  const isRaised = before !== undefined && priority < before.priority
  if (isRaised) {
    const weight = Math.min(before.weight, heard.weight)
    await tx
      .updateTable('reports')
      .set({ reason, priority, words, weight, claim: heard.claim, reason_at: new Date() })
      .where('id', '=', before.id)
      .execute()
  }
  if (before) return { receipt: before.receipt, isHeard: isRaised }
  const { receipt } = await tx
    .insertInto('reports')
    .values({
      receipt: createReceiptNumber(),
      case_id: caseId,
      subject,
      reason,
      priority,
      words,
      ...heard,
      signed_out: viewer.kind === 'anonymous',
      [voice.column]: voice.value,
    })
    .returning('receipt')
    .executeTakeFirstOrThrow()
  return { receipt, isHeard: true }
}

import { sql } from 'kysely'
import { maxHoldsFromNewAccountReports, maxAutomaticHoldsPerReporter } from '#contract/moderation/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { consumeAutomaticHoldLimit } from '../cases/automatic-hold-limits.ts'
import { loadPreviousReview, canHideContentBeforeReview } from '../decisions/previous-reviews.ts'
import { tryChangeModerationState } from '../decisions/state-transitions.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import type { ModerationSubject } from './moderation-subject.ts'
import {
  getModerationStateJustifiedByReports,
  getPriorityJustifiedByReports,
  findLowWeightReportsCausingHold,
  type WeightedReport,
} from './report-weight.ts'

/**
 * If the open reports about a subject have enough weight, changes its state to `held` or `limited` until a
 * moderator reviews it. Before a moderator's review, reports never restrict an account: a case about a
 * profile only waits in the queue. A lock ensures that only one hold is decided at a time across the site, so
 * that every earlier hold already counts toward the limits.
 */
export async function holdIfReportThresholdReached(
  tx: Tx,
  caseId: string,
  about: ModerationSubject,
): Promise<void> {
  if (about.subject === 'profile') return
  const found = await loadOpenReports(tx, caseId, about)
  if (!getModerationStateJustifiedByReports(found)) return
  await sql`select pg_advisory_xact_lock(hashtextextended('automatic measures by reports', 7275))`.execute(tx)
  const reports = getPriorityJustifiedByReports(found) === 0 ? found : await excludeBusyReporters(tx, found)
  const asked = getModerationStateJustifiedByReports(reports)
  if (!asked) return
  const now = await loadModerationState(tx, about)
  if (now !== 'approved' && !(now === 'limited' && asked === 'held')) return
  if (
    !(await consumeNewAccountHolds(tx, findLowWeightReportsCausingHold(reports))) ||
    !(await consumeHoldBudget(tx, reports))
  )
    return
  const by = { kind: 'system', caseId, reason: 'reports' } as const
  // Comments cannot have the `limited` state, so they are held instead.
  if (about.commentId)
    await tryChangeModerationState(tx, { subject: 'comment', id: about.commentId }, 'held', by)
  else await tryChangeModerationState(tx, { subject: 'content', id: about.contentId! }, asked, by)
}

interface OpenReport extends WeightedReport {
  reporter_id: string | null
}

/**
 * Returns the open reports, except those whose reason a moderator has already reviewed for this subject
 * (previous-reviews.ts).
 */
async function loadOpenReports(tx: Tx, caseId: string, about: ModerationSubject): Promise<OpenReport[]> {
  const judged = await loadPreviousReview(tx, about)
  const rows = await tx
    .selectFrom('reports')
    .select(['reason', 'priority', 'weight', 'signed_out as signedOut', 'network', 'reporter_id'])
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.filter(({ reason }) => canHideContentBeforeReview(reason, judged))
}

/**
 * Limits how many items per day can be held because of reports that come only from new accounts. Each
 * reporting account and each reporting network has a separate limit. The counters for these limits are
 * updated in sorted order to avoid deadlocks.
 */
async function consumeNewAccountHolds(tx: Tx, newcomers: OpenReport[] | null): Promise<boolean> {
  const who = newcomers?.flatMap(({ reporter_id, network }) => [
    `account ${reporter_id}`,
    `network ${network}`,
  ])
  for (const one of [...new Set(who)].toSorted())
    if (!(await consumeRateLimit(`holds by new accounts: ${one}`, [maxHoldsFromNewAccountReports], tx)))
      return false
  return true
}

/**
 * Filters out the reports of members whose reports have already caused the daily maximum of automatic holds.
 */
async function excludeBusyReporters(tx: Tx, reports: OpenReport[]): Promise<OpenReport[]> {
  const { most, hours } = maxAutomaticHoldsPerReporter
  const ids = reports.flatMap(({ reporter_id: id }) => id ?? [])
  const busy = await tx
    .selectFrom('reports')
    .innerJoin('decisions', 'decisions.case_id', 'reports.case_id')
    .select('reports.reporter_id')
    .where(sql<boolean>`reports.reporter_id = any(${ids}::uuid[])`)
    .where('reports.priority', 'in', [1, 2])
    .where('decisions.automatic', '=', true)
    .where('decisions.source', '=', 'reports')
    .where('decisions.made_at', '>', new Date(Date.now() - hours * 3600_000))
    // The timestamp of a decision is the start time of its transaction, so a report that led to the decision
    // can have a slightly later timestamp. The extra minute allows for this difference.
    .where(sql<boolean>`reports.reason_at <= decisions.made_at + interval '1 minute'`)
    .groupBy('reports.reporter_id')
    .having(sql<boolean>`count(distinct reports.case_id) >= ${sql.lit(most)}`)
    .execute()
  const isBusy = new Set(busy.map(({ reporter_id }) => reporter_id))
  return reports.filter(({ reporter_id: id }) => id === null || !isBusy.has(id))
}

/**
 * Counts a hold toward the site-wide limits. P0 reports have a separate limit, which reports with less severe
 * reasons cannot use up. Part of the limit for P0 reports is reserved for members whose reports have caused
 * fewer than two holds in the last 24 hours.
 */
async function consumeHoldBudget(tx: Tx, reports: OpenReport[]): Promise<boolean> {
  const isGrave = getPriorityJustifiedByReports(reports) === 0
  const member = reports.find(({ priority, signedOut }) => priority === 0 && !signedOut)
  const of = isGrave ? 'severeReports' : 'otherReports'
  if (await consumeAutomaticHoldLimit(of, `account ${member?.reporter_id}`, tx)) return true
  log.warn('unusually many reports: until there are fewer, new ones hide nothing before a review', {
    budget: of,
  })
  return false
}

async function loadModerationState(
  tx: Tx,
  { contentId, commentId }: ModerationSubject,
): Promise<string | undefined> {
  const row = commentId
    ? await tx.selectFrom('comments').select('moderation').where('id', '=', commentId).executeTakeFirst()
    : await selectItemsWithoutAccessCheck(tx)
        .select('moderation')
        .where('id', '=', contentId)
        .executeTakeFirst()
  return row?.moderation
}

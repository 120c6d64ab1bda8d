import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { dismissFlood as declared } from '#contract/moderation/report-floods.ts'
import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueue, defineJob } from '#server/platform/queue/queue.ts'
import { performCaseActionInTransaction } from '../decisions/case-actions.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { loadDistinctReportKeys, hasOnlyDistinctReports } from './distinct-reports.ts'
import { listAllowedModerationActions } from '../decisions/allowed-actions.ts'
import { isPartOfReportFlood } from './report-floods.ts'
import { type ClaimedCaseRow, isCaseAccessible, isCaseUnclaimed } from '../cases/case-access.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import {
  type ModerationSubjectState,
  lockModerationSubjectRow,
  toModerationSubject,
} from '../decisions/moderation-subject-state.ts'

interface FloodDismissal {
  key: string
  staffId: string
  role: StaffRole
  /** The cases that belonged to the flood when the moderator dismissed it. */
  ids: string[]
  /**
   * The keys of the distinct reports that the moderator has read and chosen to dismiss. A case that contains
   * any other report is not dismissed.
   */
  claims: string[]
  /**
   * The sources (accounts and networks) that had reported the subjects of these cases when the moderator
   * dismissed the flood. If any other source reports the subject of a case afterwards, the case is not
   * dismissed.
   */
  sources: string[]
}

export const dismissReportFloodJob = defineJob<FloodDismissal>('dismiss-flood')

/**
 * Starts a job that dismisses cases of a flood. A case is dismissed only if all its reports belong to the
 * distinct reports that the moderator chose. Cases that a moderator has claimed are skipped. The dismissal is
 * a job because a flood can have thousands of cases.
 */
export function dismissReportFlood(
  viewer: StaffViewer,
  key: string,
  chosen: string[],
): Promise<ResponseOf<typeof declared>> {
  return transaction(async (tx) => {
    const claims = await loadDistinctReportKeys(tx, chosen)
    const ids = await listFloodCaseIds(tx, viewer, key, claims)
    if (ids.length === 0) throw new ApiError('not_found')
    const sources = await listCaseSources(tx, ids)
    await writeAuditEntry(tx, {
      action: 'dismiss_flood',
      actor: viewer.id,
      details: { flood: key.split(':')[0]!, cases: ids.length },
    })
    await enqueue(tx, dismissReportFloodJob, {
      key,
      staffId: viewer.id,
      role: viewer.role,
      ids,
      sources,
      claims,
    })
    return { cases: ids.length }
  })
}

/** Dismisses the cases of a flood one after another, each in its own transaction. */
export async function dismissReportFloodCases({
  key,
  staffId,
  role,
  ids = [],
  sources = [],
  claims = [],
}: FloodDismissal): Promise<void> {
  // A job that an earlier version of the software enqueued has no `claims`, so the job dismisses no cases and
  // the moderator has to dismiss the flood again. The cast is safe because decisions and access checks read
  // only `kind`, `id` and `role` of a staff viewer.
  const viewer = { kind: 'member', id: staffId, role } as StaffViewer
  for (const id of ids) await transaction((tx) => dismissFloodCase(tx, viewer, { id, key, sources, claims }))
}

async function listFloodCaseIds(
  tx: Tx,
  viewer: StaffViewer,
  key: string,
  claims: string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('cases')
    .select('cases.id')
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isPartOfReportFlood)
    .where(hasOnlyDistinctReports(claims))
    .where(isCaseUnclaimed)
    .where(isCaseAccessible(viewer))
    .orderBy('cases.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function listCaseSources(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('case_sources')
    .select('source')
    .distinct()
    .where(sql<boolean>`case_id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ source }) => source)
}

interface FloodCase {
  id: string
  key: string
  sources: string[]
  claims: string[]
}

async function dismissFloodCase(
  tx: Tx,
  viewer: StaffViewer,
  { id, key, sources, claims }: FloodCase,
): Promise<void> {
  const open = await tx
    .selectFrom('cases')
    .selectAll('cases')
    .where('cases.id', '=', id)
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isCaseUnclaimed)
    .where(isCaseAccessible(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!open || (await hasNewSources(tx, { id, sources, claims }))) return
  const now = await lockModerationSubjectRow(tx, toModerationSubject(open))
  const action = now.state === 'held' || now.state === 'limited' ? 'approve' : 'dismiss'
  // If a new file of the video is held, dismissing the case would publish the new file, which nobody has
  // reviewed.
  const canDismiss =
    !now.hasHeldReplacement && (action === 'dismiss' || (await isHiddenOnlyByCase(tx, open, now)))
  if (canDismiss && listAllowedModerationActions(viewer.role, now).includes(action)) {
    await tx.updateTable('cases').set({ dismissed_unseen: true }).where('id', '=', id).execute()
    return performCaseActionInTransaction(tx, viewer, open, {
      action,
      rule: 'other',
      facts: '',
      severity: 'usual',
    })
  }
  // The case needs a review, for example because the subject is also hidden for another reason. It leaves the
  // flood's group and is listed in the queue again.
  await tx.updateTable('cases').set({ flood_key: null }).where('id', '=', id).execute()
}

/**
 * Returns whether the case has a report that the moderator did not choose to dismiss, or a report from a new
 * source. A source is new if it had reported none of the flood's cases when the moderator dismissed the
 * flood. Call this function after locking the case, so that no report can be added to the case during the
 * check.
 */
async function hasNewSources(
  tx: Tx,
  { id, sources, claims }: Pick<FloodCase, 'id' | 'sources' | 'claims'>,
): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', '=', id)
    .where(hasOnlyDistinctReports(claims))
    .where(
      sql<boolean>`not exists (select from case_sources where case_id = cases.id and source <> all(${sources}::text[]))`,
    )
    .executeTakeFirst()
  return unchanged === undefined
}

/**
 * Returns whether this case's reports or notice are the only reason why the subject is hidden. Other possible
 * reasons are the subject's text, a decision by staff, or a match with removed media.
 */
async function isHiddenOnlyByCase(
  tx: Tx,
  open: ClaimedCaseRow,
  now: ModerationSubjectState,
): Promise<boolean> {
  const activeDecisions = await tx
    .selectFrom('decisions')
    .select(['case_id', 'source', 'automatic'])
    .where('subject', '=', now.subject)
    .where(now.subject === 'comment' ? 'comment_id' : 'content_id', '=', now.commentId ?? now.contentId)
    .where('action', 'in', ['hold', 'limit'])
    .where('reversed_at', 'is', null)
    .execute()
  return (
    activeDecisions.length > 0 &&
    activeDecisions.every(
      ({ case_id, source, automatic }) =>
        automatic && case_id === open.id && (source === 'notice' || source === 'reports'),
    )
  )
}

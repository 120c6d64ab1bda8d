import { sql } from 'kysely'
import type { ModerationCase, CaseSummary } from '#contract/moderation/moderation-cases.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import { logStaffAccess } from '#server/access-policy/staff-access-log.ts'
import { loadCaseDetail } from './case-detail.ts'
import { selectCaseRows, presentCaseRow } from './case-rows.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

/**
 * Returns a case. Only the staff member who has claimed an open case sees its subject. Each view of the
 * subject is logged and extends the claim.
 */
export async function loadModerationCase(viewer: StaffViewer, id: string): Promise<ModerationCase> {
  const row = await loadCaseRow(viewer, id)
  const isMine = await refreshClaim(viewer, id)
  if (!isMine) return { ...row, detail: null }
  await logStaffAccess(viewer.id, id, 'case')
  return { ...row, detail: await loadCaseDetail(viewer, id) }
}

/** Returns a case as it appears in the queue. */
export async function loadCaseRow(viewer: StaffViewer, id: string): Promise<CaseSummary> {
  const row = await selectCaseRows(viewer).where('cases.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return presentCaseRow(viewer, row)
}

/**
 * Returns the updated case after a staff member has taken an action in it. If the viewer has quarantined the
 * subject and can no longer see the case, returns the case as it was before the action, marked as closed.
 */
export async function loadCaseAfterAction(
  viewer: StaffViewer,
  id: string,
  before: CaseSummary,
): Promise<ModerationCase> {
  return loadModerationCase(viewer, id).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { ...before, closed_at: new Date().toISOString(), detail: null }
  })
}

async function refreshClaim(viewer: StaffViewer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({ claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claimed_by', '=', viewer.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

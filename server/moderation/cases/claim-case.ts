import { sql } from 'kysely'
import type { ModerationCase } from '#contract/moderation/moderation-cases.ts'
import { caseClaimMinutes } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { loadModerationCase } from './load-case.ts'
import { isCaseUnclaimed, requireAccessibleCase } from './case-access.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

/** Claims a case for one staff member. The database lets only one of several concurrent claims succeed. */
export async function claimModerationCase(viewer: StaffViewer, id: string): Promise<ModerationCase> {
  await transaction(async (tx) => {
    const row = await requireAccessibleCase(viewer, id, tx)
    if (row.closed_at) throw new ApiError('case_closed')
    const got = await tx
      .updateTable('cases')
      .set({ claimed_by: viewer.id, claimed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(sql<boolean>`(${isCaseUnclaimed} or cases.claimed_by = ${viewer.id})`)
      .returning('id')
      .executeTakeFirst()
    if (!got) throw new ApiError('case_claimed')
    if (row.claimed_by !== viewer.id)
      await writeAuditEntry(tx, { action: 'claim', actor: viewer.id, details: { case: id } })
  })
  return loadModerationCase(viewer, id)
}

export async function releaseCaseClaim(viewer: StaffViewer, id: string): Promise<undefined> {
  await requireAccessibleCase(viewer, id)
  await db
    .updateTable('cases')
    .set({ claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .where('claimed_by', '=', viewer.id)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Releases claims that were last extended more than `caseClaimMinutes` minutes ago. When a claim is released,
 * the staff member loses access to the subject of the case.
 */
export async function releaseStaleCaseClaims(): Promise<void> {
  await db
    .updateTable('cases')
    .set({ claimed_by: null, claimed_at: null })
    .where('closed_at', 'is', null)
    .where('claimed_at', '<', sql<Date>`now() - make_interval(mins => ${sql.lit(caseClaimMinutes)})`)
    .execute()
}

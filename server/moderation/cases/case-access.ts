import { type RawBuilder, sql } from 'kysely'
import { caseClaimMinutes } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { isCaseAboutQuarantinedItem } from '#server/access-policy/moderation-case-conditions.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

/**
 * Matches the cases that a staff member can see. Staff never see cases about themselves or appeals against
 * their own decisions. Only admins see cases about other staff or quarantined content. The query must include
 * the `cases` table.
 */
export function isCaseAccessible({ id, role }: StaffViewer): RawBuilder<boolean> {
  const own = sql`cases.user_id = ${id}`
  const decided = sql`exists (select from appeals join decisions on decisions.id = appeals.decision_id
    where appeals.case_id = cases.id and appeals.outcome is null and decisions.decided_by = ${id})`
  if (role === 'admin') return sql<boolean>`(not ${own} and not ${decided})`
  const ofStaff = sql`exists (select from users where users.id = cases.user_id and users.role <> 'user')`
  return sql<boolean>`(not ${own} and not ${decided} and not ${isCaseAboutQuarantinedItem} and not ${ofStaff})`
}

/** Matches cases that are unclaimed or whose claim has expired. */
export const isCaseUnclaimed = sql<boolean>`(cases.claimed_by is null
  or cases.claimed_at < now() - make_interval(mins => ${sql.lit(caseClaimMinutes)}))`

export const isCaseOverdue = sql<boolean>`(cases.closed_at is null and coalesce(cases.due_at < now(), false))`

/** Returns a case that the staff member can see. Throws `not_found`. */
export async function requireAccessibleCase(viewer: StaffViewer, id: string, on: Db | Tx = db) {
  const row = await on
    .selectFrom('cases')
    .selectAll('cases')
    .where('cases.id', '=', id)
    .where(isCaseAccessible(viewer))
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

/** Locks an open case that the staff member has claimed, and extends the claim. Throws `case_not_claimed`. */
export async function lockClaimedCaseRow(tx: Tx, viewer: StaffViewer, id: string) {
  await requireAccessibleCase(viewer, id, tx)
  const row = await tx
    .updateTable('cases')
    .set({ claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claimed_by', '=', viewer.id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ApiError('case_not_claimed')
  return row
}

export type ClaimedCaseRow = Awaited<ReturnType<typeof lockClaimedCaseRow>>

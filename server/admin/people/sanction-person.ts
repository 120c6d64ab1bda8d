import type { AdminPerson, postSanction } from '#contract/admin/people.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isCaseUnclaimed, lockClaimedCaseRow } from '#server/moderation/cases/case-access.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { performCaseActionInTransaction } from '#server/moderation/decisions/case-actions.ts'
import { sql } from 'kysely'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { ConsoleViewer } from '../console-viewer.ts'
import { loadPerson, requirePerson } from './load-person.ts'

type Sanction = ParsedInputOf<typeof postSanction>['body']

/** The priority of a case that is opened only to record a sanction. */
const sanctionPriority = 2

/**
 * Suspends or bans an account, or ends its sanctions, as a decision in the case about the profile. If no case is open,
 * one is opened and closed with the decision. A case that was already open stays open, because its reports still have to
 * be reviewed.
 */
export async function sanctionPerson(
  viewer: ConsoleViewer,
  id: string,
  sanction: Sanction,
): Promise<AdminPerson> {
  if (id === viewer.id) throw new ApiError('own_account')
  await transaction((tx) => sanctionInTransaction(tx, viewer, id, sanction))
  return loadPerson(viewer, id)
}

async function sanctionInTransaction(
  tx: Tx,
  viewer: ConsoleViewer,
  userId: string,
  sanction: Sanction,
): Promise<void> {
  await requirePerson(tx, viewer, userId)
  const opening = { subject: 'profile' as const, userId, priority: sanctionPriority }
  const { id, isNew } = await openModerationCase(tx, opening)
  await claimCase(tx, viewer, id)
  if (sanction.action === 'restore' && !isNew) await assertNoOpenAppeal(tx, id)
  const row = await lockClaimedCaseRow(tx, viewer, id)
  await performCaseActionInTransaction(tx, viewer, row, { ...sanction, severity: 'usual', keep_open: !isNew })
}

async function claimCase(tx: Tx, viewer: ConsoleViewer, id: string): Promise<void> {
  const claimed = await tx
    .updateTable('cases')
    .set({ claimed_by: viewer.id, claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(${isCaseUnclaimed} or cases.claimed_by = ${viewer.id})`)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) throw new ApiError('case_claimed')
}

/** While an appeal is open, only its answer can reverse the decision. */
async function assertNoOpenAppeal(tx: Tx, caseId: string): Promise<void> {
  const appeal = await tx
    .selectFrom('appeals')
    .select('id')
    .where('case_id', '=', caseId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (appeal) throw new ApiError('action_refused')
}

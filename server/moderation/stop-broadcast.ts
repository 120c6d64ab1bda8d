import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { endBroadcast } from '#server/broadcasts/end-broadcast.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { openModerationCase } from './cases/open-case.ts'
import { lockModerationSubjectRow } from './decisions/moderation-subject-state.ts'
import { recordDecision } from './decisions/record-decision.ts'
import type { StaffViewer } from './staff/staff-viewer.ts'

/** The priority of the case about a stopped broadcast. */
const stoppedBroadcastPriority = 1

/** Rolls back the transaction if there is nothing left to stop. */
class NothingToStopError extends Error {}

/**
 * Stops a broadcast immediately. The part that viewers have not seen yet is never shown to them. The stop is recorded
 * as a decision, so it is in the audit log, and the creator gets a statement of reasons and can appeal. It is added to the open case about the
 * item, or opens a new case, in which a moderator decides about the recording. If there is nothing left to stop,
 * this function changes nothing and logs nothing.
 */
export async function stopMemberBroadcast(
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<undefined> {
  try {
    await transaction((tx) => stopInTransaction(tx, viewer, id, reason))
  } catch (error) {
    if (!(error instanceof NothingToStopError)) throw error
  }
}

/** Locks the case, then the creator, then the item. Decisions in cases use the same order, which avoids deadlocks. */
async function stopInTransaction(tx: Tx, viewer: StaffViewer, id: string, reason: string): Promise<void> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['content.id', 'content.user_id'])
    .where('content.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!item) throw new ApiError('not_found')
  const subject = { subject: 'content' as const, contentId: id, commentId: null, userId: item.user_id }
  const { id: caseId } = await openModerationCase(tx, { ...subject, priority: stoppedBroadcastPriority })
  const now = await lockModerationSubjectRow(tx, subject)
  if (!(await endBroadcast(tx, id, 'moderator', { isCut: true, detail: reason })))
    throw new NothingToStopError()
  await recordDecision(tx, now, {
    action: 'stop_broadcast',
    rule: 'other',
    source: 'staff',
    by: viewer.id,
    caseId,
    facts: reason,
  })
}

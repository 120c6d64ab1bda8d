import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { endBroadcast } from '#server/broadcasts/end-broadcast.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { writeAuditEntry } from './audit/audit-log.ts'
import { openModerationCase } from './cases/open-case.ts'
import { lockModerationSubjectRow } from './decisions/moderation-subject-state.ts'
import { recordDecision } from './decisions/record-decision.ts'
import type { StaffViewer } from './staff/staff-viewer.ts'

/** The priority of the case about a stopped broadcast. */
const stoppedBroadcastPriority = 1

/** Thrown to undo the transaction if the broadcast has ended in the meantime. */
class BroadcastAlreadyEndedError extends Error {}

/**
 * Ends a broadcast at once. The part that viewers have not seen yet is never shown to them. The stop is a
 * decision: the creator gets a statement of reasons and can appeal. The stop opens a case about the recording, or
 * is added to the open case, so that a moderator decides whether the recording stays. Stopping a broadcast again
 * changes nothing and logs nothing.
 */
export async function stopMemberBroadcast(
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<undefined> {
  try {
    await transaction((tx) => stopInTransaction(tx, viewer, id, reason))
  } catch (error) {
    if (!(error instanceof BroadcastAlreadyEndedError)) throw error
  }
}

/** Locks the case first, then the creator, then the item, in the same order as decisions in a case. */
async function stopInTransaction(tx: Tx, viewer: StaffViewer, id: string, reason: string): Promise<void> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['content.id', 'content.user_id'])
    .where('content.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!item) throw new ApiError('not_found')
  const about = { subject: 'content' as const, contentId: id, commentId: null, userId: item.user_id }
  const { id: caseId } = await openModerationCase(tx, { ...about, priority: stoppedBroadcastPriority })
  const now = await lockModerationSubjectRow(tx, about)
  if (!(await endBroadcast(tx, id, 'moderator', { isCut: true, detail: reason })))
    throw new BroadcastAlreadyEndedError()
  await writeAuditEntry(tx, {
    action: 'stop_broadcast',
    actor: viewer.id,
    subject: { kind: 'content', id },
  })
  await recordDecision(tx, now, {
    action: 'stop_broadcast',
    rule: 'other',
    source: 'staff',
    by: viewer.id,
    caseId,
    facts: reason,
  })
}

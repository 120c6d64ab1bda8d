import { Refusal } from '#contract/refusals.ts'
import type { Statement } from '#contract/statements.ts'
import { isDuplicate, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { audit } from './audit.ts'
import { openCase } from './cases.ts'
import { oneStatement, tookNothing } from './statements.ts'
import { subjectOf } from './subject.ts'

/** Asks for a second look at a decision about oneself: once, within six months. It comes to the queue as a case. */
export function appeal(viewer: Member, id: string, words: string): Promise<Statement> {
  return transaction(async (tx) => {
    const statement = await oneStatement(viewer, id, tx)
    if (statement.appeal) throw new Refusal('appeal_again')
    if (tookNothing.includes(statement.action) || statement.reversed_at) throw new Refusal('appeal_not_here')
    if (!statement.may_appeal) throw new Refusal('appeal_too_late')
    const caseId = await caseFor(tx, id)
    await tx
      .insertInto('appeals')
      .values({ decision_id: id, case_id: caseId, words })
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal('appeal_again') : error
      })
    await audit(tx, { did: 'appeal', actor: viewer.id, more: { decision: id, case: caseId } })
    return oneStatement(viewer, id, tx)
  })
}

/** The open case of the subject, or a new one. Who decided first has to let go of it. */
async function caseFor(tx: Tx, decisionId: string): Promise<string> {
  const decision = await tx
    .selectFrom('decisions')
    .select(['subject', 'content_id', 'comment_id', 'user_id', 'decided_by'])
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow()
  const { id } = await openCase(tx, { ...subjectLeft(decision), priority: 1 })
  if (decision.decided_by)
    await tx
      .updateTable('cases')
      .set({ claimed_by: null, claimed_at: null })
      .where('id', '=', id)
      .where('claimed_by', '=', decision.decided_by)
      .execute()
  return id
}

/** What was erased since can't be looked at again; the decision about the person can. */
function subjectLeft(decision: Parameters<typeof subjectOf>[0]) {
  const subject = subjectOf(decision)
  const isGone =
    (subject.subject === 'content' && !subject.contentId) ||
    (subject.subject === 'comment' && (!subject.commentId || !subject.contentId))
  return isGone ? { ...subject, subject: 'profile' as const, contentId: null, commentId: null } : subject
}

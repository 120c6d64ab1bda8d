import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { moveIfMay } from './moves.ts'
import type { Subject } from './report-subject.ts'
import { askedBy, type Voice } from './report-weight.ts'

/**
 * Takes the subject out of sight, or out of the lists, where its open reports ask for it, until a person has looked. A person is
 * never set aside by reports alone: a profile waits in the queue.
 */
export async function holdIfAsked(tx: Tx, caseId: string, about: Subject): Promise<void> {
  if (about.subject === 'profile') return
  const asked = askedBy(await openVoices(tx, caseId, about))
  if (!asked) return
  const now = await stateOf(tx, about)
  if (now !== 'approved' && !(now === 'limited' && asked === 'held')) return
  const by = { kind: 'system', caseId, reason: 'reports' } as const
  // A comment can't be limited: it stands under a video or it does not.
  if (about.commentId) await moveIfMay(tx, { subject: 'comment', id: about.commentId }, 'held', by)
  else await moveIfMay(tx, { subject: 'content', id: about.contentId! }, asked, by)
}

/** What staff have looked at and left up is not held again for the same reason, unless somebody is in danger. */
async function openVoices(tx: Tx, caseId: string, about: Subject): Promise<Voice[]> {
  const rows = await tx
    .selectFrom('reports')
    .select(['reports.priority', 'reports.weight', 'reports.signed_out as signedOut'])
    .where('reports.case_id', '=', caseId)
    .where('reports.decided_at', 'is', null)
    .where(
      sql<boolean>`(reports.priority = 0 or not exists (select from reports as old
      join cases on cases.id = old.case_id
      where cases.subject = ${about.subject} and cases.content_id is not distinct from ${about.contentId}
      and cases.comment_id is not distinct from ${about.commentId} and cases.user_id = ${about.userId}
      and old.reason = reports.reason and old.outcome = 'nothing'))`,
    )
    .execute()
  return rows
}

async function stateOf(tx: Tx, { contentId, commentId }: Subject): Promise<string | undefined> {
  const row = commentId
    ? await tx.selectFrom('comments').select('moderation').where('id', '=', commentId).executeTakeFirst()
    : await itemsAtWork(tx).select('moderation').where('id', '=', contentId).executeTakeFirst()
  return row?.moderation
}

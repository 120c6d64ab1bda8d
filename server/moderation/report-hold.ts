import { reportHoldsPerHour } from '#contract/reports.ts'
import type { Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { itemsAtWork } from '../safety/items.ts'
import { judgedOf, mayHideFor } from './judged.ts'
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
  if (!(await isBelowLimit(tx))) return
  const by = { kind: 'system', caseId, reason: 'reports' } as const
  // A comment can't be limited: it stands under a video or it does not.
  if (about.commentId) await moveIfMay(tx, { subject: 'comment', id: about.commentId }, 'held', by)
  else await moveIfMay(tx, { subject: 'content', id: about.contentId! }, asked, by)
}

/** Open reports for reasons that a person has not judged yet (judged.ts). */
async function openVoices(tx: Tx, caseId: string, about: Subject): Promise<Voice[]> {
  const judged = await judgedOf(tx, about)
  const rows = await tx
    .selectFrom('reports')
    .select(['reason', 'priority', 'weight', 'signed_out as signedOut', 'network'])
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.filter(({ reason }) => mayHideFor(reason, judged))
}

/** The whole site's limit. Not counted exactly: two at once may both be the last. */
async function isBelowLimit(tx: Tx): Promise<boolean> {
  const { count } = await tx
    .selectFrom('decisions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('automatic', '=', true)
    .where('source', '=', 'reports')
    .where('made_at', '>', new Date(Date.now() - 3600_000))
    .executeTakeFirstOrThrow()
  if (count < reportHoldsPerHour) return true
  log.warn('unusually many reports: they wait for a person and hide nothing until there are fewer')
  return false
}

async function stateOf(tx: Tx, { contentId, commentId }: Subject): Promise<string | undefined> {
  const row = commentId
    ? await tx.selectFrom('comments').select('moderation').where('id', '=', commentId).executeTakeFirst()
    : await itemsAtWork(tx).select('moderation').where('id', '=', contentId).executeTakeFirst()
  return row?.moderation
}

import { holdsByNewAccounts, reportHoldsPerHour } from '#contract/reports.ts'
import type { Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { itemsAtWork } from '../safety/items.ts'
import { judgedOf, mayHideFor } from './judged.ts'
import { moveIfMay } from './moves.ts'
import { takeSlot } from './rate-limits.ts'
import type { Subject } from './report-subject.ts'
import { askedBy, onlyLightBehind, type Voice } from './report-weight.ts'

/**
 * Takes the subject out of sight, or out of the lists, where its open reports ask for it, until a person has looked. A person is
 * never set aside by reports alone: a profile waits in the queue.
 */
export async function holdIfAsked(tx: Tx, caseId: string, about: Subject): Promise<void> {
  if (about.subject === 'profile') return
  const voices = await openVoices(tx, caseId, about)
  const asked = askedBy(voices)
  if (!asked) return
  const now = await stateOf(tx, about)
  if (now !== 'approved' && !(now === 'limited' && asked === 'held')) return
  if (!(await isBelowLimit(tx)) || !(await haveRoom(tx, onlyLightBehind(voices)))) return
  const by = { kind: 'system', caseId, reason: 'reports' } as const
  // A comment can't be limited: it stands under a video or it does not.
  if (about.commentId) await moveIfMay(tx, { subject: 'comment', id: about.commentId }, 'held', by)
  else await moveIfMay(tx, { subject: 'content', id: about.contentId! }, asked, by)
}

interface OpenVoice extends Voice {
  reporter_id: string | null
}

/** Open reports for reasons that a person has not judged yet (judged.ts). */
async function openVoices(tx: Tx, caseId: string, about: Subject): Promise<OpenVoice[]> {
  const judged = await judgedOf(tx, about)
  const rows = await tx
    .selectFrom('reports')
    .select(['reason', 'priority', 'weight', 'signed_out as signedOut', 'network', 'reporter_id'])
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.filter(({ reason }) => mayHideFor(reason, judged))
}

/** New accounts alone hide few things a day: each of them, and each network they are in. Taken in one order, so that nothing deadlocks. */
async function haveRoom(tx: Tx, newcomers: OpenVoice[] | null): Promise<boolean> {
  const who = newcomers?.flatMap(({ reporter_id, network }) => [
    `account ${reporter_id}`,
    `network ${network}`,
  ])
  for (const one of [...new Set(who)].toSorted())
    if (!(await takeSlot(`holds by new accounts: ${one}`, [holdsByNewAccounts], tx))) return false
  return true
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

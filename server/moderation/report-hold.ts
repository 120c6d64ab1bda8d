import { sql } from 'kysely'
import { holdsByNewAccounts, measuresPerReporter } from '#contract/reports.ts'
import type { Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { itemsAtWork } from '../safety/items.ts'
import { takeHold } from './hold-budgets.ts'
import { judgedOf, mayHideFor } from './judged.ts'
import { moveIfMay } from './moves.ts'
import { takeSlot } from './rate-limits.ts'
import type { Subject } from './report-subject.ts'
import { askedBy, askedPriority, onlyLightBehind, type Voice } from './report-weight.ts'

/**
 * Takes the subject out of sight, or out of the lists, where its open reports ask for it, until a person has looked. A person is
 * never set aside by reports alone: a profile waits in the queue. One measure at a time on the whole site, so that each is counted for
 * the next.
 */
export async function holdIfAsked(tx: Tx, caseId: string, about: Subject): Promise<void> {
  if (about.subject === 'profile') return
  const found = await openVoices(tx, caseId, about)
  if (!askedBy(found)) return
  await sql`select pg_advisory_xact_lock(hashtextextended('automatic measures by reports', 7275))`.execute(tx)
  const voices = askedPriority(found) === 0 ? found : await withoutTheBusy(tx, found)
  const asked = askedBy(voices)
  if (!asked) return
  const now = await stateOf(tx, about)
  if (now !== 'approved' && !(now === 'limited' && asked === 'held')) return
  if (!(await haveRoom(tx, onlyLightBehind(voices))) || !(await takeBudget(tx, voices))) return
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

/** Without the voices of members that have counted toward as many automatic measures as they may in a day. */
async function withoutTheBusy(tx: Tx, voices: OpenVoice[]): Promise<OpenVoice[]> {
  const { most, hours } = measuresPerReporter
  const ids = voices.flatMap(({ reporter_id: id }) => id ?? [])
  const busy = await tx
    .selectFrom('reports')
    .innerJoin('decisions', 'decisions.case_id', 'reports.case_id')
    .select('reports.reporter_id')
    .where(sql<boolean>`reports.reporter_id = any(${ids}::uuid[])`)
    .where('reports.priority', 'in', [1, 2])
    .where('decisions.automatic', '=', true)
    .where('decisions.source', '=', 'reports')
    .where('decisions.made_at', '>', new Date(Date.now() - hours * 3600_000))
    // A decision has the time at which its transaction began: a report that was counted may be a little younger.
    .where(sql<boolean>`reports.reason_at <= decisions.made_at + interval '1 minute'`)
    .groupBy('reports.reporter_id')
    .having(sql<boolean>`count(distinct reports.case_id) >= ${sql.lit(most)}`)
    .execute()
  const isBusy = new Set(busy.map(({ reporter_id }) => reporter_id))
  return voices.filter(({ reporter_id: id }) => id === null || !isBusy.has(id))
}

/** P0 has a budget that lesser reasons cannot spend, and in it the first holds of each member one that others cannot. */
async function takeBudget(tx: Tx, voices: OpenVoice[]): Promise<boolean> {
  const isGrave = askedPriority(voices) === 0
  const member = voices.find(({ priority, signedOut }) => priority === 0 && !signedOut)
  const of = isGrave ? 'graveReports' : 'otherReports'
  if (await takeHold(of, `account ${member?.reporter_id}`, tx)) return true
  log.warn('unusually many reports: they wait for a person and hide nothing until there are fewer', {
    budget: of,
  })
  return false
}

async function stateOf(tx: Tx, { contentId, commentId }: Subject): Promise<string | undefined> {
  const row = commentId
    ? await tx.selectFrom('comments').select('moderation').where('id', '=', commentId).executeTakeFirst()
    : await itemsAtWork(tx).select('moderation').where('id', '=', contentId).executeTakeFirst()
  return row?.moderation
}

import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { priorityOf } from '#contract/report-reasons.ts'
import type { sendReport } from '#contract/reports.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { openCase } from './cases.ts'
import { claimOf } from './claims.ts'
import { floodOfMember, floodOfNetwork, joinCase } from './floods.ts'
import { networkHash, networksOf } from './networks.ts'
import { holdIfAsked } from './report-hold.ts'
import { newReceipt } from './report-receipt.ts'
import { reportable } from './report-subject.ts'
import { oneAtATime, type Origin, refuseFlood, voiceOf } from './report-voice.ts'
import { weigh } from './report-weigh.ts'
import { light } from './report-weight.ts'

type Wanted = ParsedOf<typeof sendReport>['body']

/**
 * Takes a report: it opens or joins the case of its subject, and takes the thing away at once where so much is asked for that
 * it should not wait for a person. One voice a person and case: who reports again gets the same receipt.
 */
export function report(viewer: Viewer, wanted: Wanted, from: Origin): Promise<AnswerOf<typeof sendReport>> {
  return transaction(async (tx) => {
    const about = await reportable(tx, viewer, wanted.subject, wanted.id)
    if (about.userId === idOf(viewer)) throw new Refusal('report_own')
    await oneAtATime(tx, viewer, from)
    await refuseFlood(tx, viewer, from)
    // Locks the case: of thirty reports at once each sees those before it.
    const weight = await weigh(tx, viewer)
    const isLight = weight <= light
    const networks = networksOf(from.address)
    const floodKey =
      viewer.kind === 'member' && !isLight ? floodOfMember(viewer.id) : floodOfNetwork(networks)
    const { id: caseId } = await openCase(tx, { ...about, priority: priorityOf(wanted.reason), floodKey })
    const network = isLight ? networkHash(networks.allocation ?? networks.network) : null
    const claim = claimOf([voiceOf(viewer, from).value, wanted.reason], wanted.words)
    const { receipt, isHeard } = await addVoice(tx, viewer, caseId, wanted, from, { weight, network, claim })
    if (isHeard) await joinCase(tx, caseId, floodKey, claim)
    await holdIfAsked(tx, caseId, about)
    return { receipt }
  })
}

/** `isHeard`: it is new, or worse than what the same person said before. */
async function addVoice(
  tx: Tx,
  viewer: Viewer,
  caseId: string,
  { subject, reason, words }: Wanted,
  from: Origin,
  heard: { weight: number; network: string | null; claim: string },
): Promise<{ receipt: string; isHeard: boolean }> {
  const priority = priorityOf(reason)
  const voice = voiceOf(viewer, from)
  const before = await tx
    .selectFrom('reports')
    .select(['id', 'receipt', 'priority', 'weight'])
    .where('case_id', '=', caseId)
    .where(voice.column, '=', voice.value)
    .executeTakeFirst()
  // The same person found out that it is worse. It weighs no more than a new report of theirs would.
  const isRaised = before !== undefined && priority < before.priority
  if (isRaised) {
    const weight = Math.min(before.weight, heard.weight)
    await tx
      .updateTable('reports')
      .set({ reason, priority, words, weight, claim: heard.claim, reason_at: new Date() })
      .where('id', '=', before.id)
      .execute()
  }
  if (before) return { receipt: before.receipt, isHeard: isRaised }
  const { receipt } = await tx
    .insertInto('reports')
    .values({
      receipt: newReceipt(),
      case_id: caseId,
      subject,
      reason,
      priority,
      words,
      ...heard,
      signed_out: viewer.kind === 'anonymous',
      [voice.column]: voice.value,
    })
    .returning('receipt')
    .executeTakeFirstOrThrow()
  return { receipt, isHeard: true }
}

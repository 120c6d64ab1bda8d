import type { Selectable } from 'kysely'
import type { Case } from '#contract/mod.ts'
import { type AppealOutcome, personActions } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Database } from '../platform/db/schema.ts'
import { post } from '../platform/mail.ts'
import { audit } from './audit.ts'
import { oneCase } from './case.ts'
import { closeCase } from './close.ts'
import { takenBackLetter } from './letters.ts'
import { takeBackNotices } from './notice-outcome.ts'
import { claimed } from './reach.ts'
import { settleReports } from './report-outcome.ts'
import { reverse } from './restore.ts'
import type { Staff } from './staff.ts'
import { type Standing, standingOf, subjectOf } from './subject.ts'

/** Decides a second look: upheld, or reversed, which puts things back as they were before. Never by who decided first. */
export async function decideAppeal(
  viewer: Staff,
  id: string,
  { outcome, answer }: { outcome: AppealOutcome; answer: string },
): Promise<Case> {
  const caseId = await transaction(async (tx) => {
    const appeal = await openAppeal(tx, id)
    await claimed(tx, viewer, appeal.case_id)
    const decision = await tx
      .selectFrom('decisions')
      .selectAll()
      .where('id', '=', appeal.decision_id)
      .executeTakeFirstOrThrow()
    if (decision.decided_by === viewer.id) throw new Refusal('case_own')
    await tx
      .updateTable('appeals')
      .set({ outcome, answer, decided_by: viewer.id, decided_at: new Date() })
      .where('id', '=', id)
      .execute()
    await audit(tx, { did: 'decide_appeal', actor: viewer.id, more: { outcome, decision: decision.id } })
    const now = await whatIsLeft(tx, decision)
    if (outcome === 'reversed') await takeBack(tx, viewer, appeal.case_id, decision, now)
    await announce(tx, { what: 'decided', userId: decision.user_id, decisionId: decision.id })
    if (!(await isStillNeeded(tx, appeal.case_id, now))) await closeCase(tx, appeal.case_id, viewer.id)
    return appeal.case_id
  })
  return oneCase(viewer, caseId)
}

async function openAppeal(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('appeals')
    .select(['decision_id', 'case_id', 'outcome'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.case_id) throw new Refusal('not_found')
  if (row.outcome) throw new Refusal('appeal_decided')
  return { ...row, case_id: row.case_id }
}

type Row = Selectable<Database['decisions']>

/** The thing itself may have been erased since; the person is there. */
function whatIsLeft(tx: Tx, decision: Row): Promise<Standing> {
  const subject = subjectOf(decision)
  const isGone =
    (subject.subject === 'content' && !subject.contentId) ||
    (subject.subject === 'comment' && !subject.commentId)
  return standingOf(
    tx,
    isGone ? { ...subject, subject: 'profile', contentId: null, commentId: null } : subject,
  )
}

async function takeBack(tx: Tx, viewer: Staff, caseId: string, decision: Row, now: Standing): Promise<void> {
  await reverse(tx, decision, now, { id: viewer.id, caseId })
  // Who reported it, or sent a notice, learns that no rule was broken after all.
  if (decision.case_id) {
    await takeBackNotices(tx, decision.case_id)
    await settleReports(tx, decision.case_id, 'nothing')
  }
  if (personActions.includes(decision.action)) await post(tx, takenBackLetter(now.person.email, decision.id))
}

/** Something else about the same thing still waits for a person. */
async function isStillNeeded(tx: Tx, caseId: string, before: Standing): Promise<boolean> {
  const { state } = await standingOf(tx, before)
  if (state === 'held' || state === 'pending') return true
  const waiting = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const another = await tx
    .selectFrom('appeals')
    .select('id')
    .where('case_id', '=', caseId)
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined || another !== undefined
}

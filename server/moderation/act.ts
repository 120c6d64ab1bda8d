import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { act as declared } from '#contract/mod.ts'
import { type Action, daysMost, stateAfter } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { caseAfter, caseRow } from './case.ts'
import { closeCase } from './close.ts'
import { decide } from './decide.ts'
import { decideBio } from '../profiles/bio.ts'
import { mayDo } from './may.ts'
import { move } from './moves.ts'
import { endPrograms, giveNewName, makePrivate, setAside } from './person.ts'
import { type CaseRecord, claimed } from './reach.ts'
import { restore } from './restore.ts'
import type { Staff } from './staff.ts'
import { climb, strikesFor } from './strikes.ts'
import { type Standing, standingOf, subjectOf } from './subject.ts'

type Asked = ParsedOf<typeof declared>['body']

/** Acts in a claimed case: what it does, its statement, its strikes and what they lead to, all or nothing. */
export async function act(viewer: Staff, id: string, asked: Asked): Promise<AnswerOf<typeof declared>> {
  const before = await caseRow(viewer, id)
  await transaction(async (tx) => {
    await actIn(tx, viewer, await claimed(tx, viewer, id), asked)
  })
  return caseAfter(viewer, id, before)
}

/** The same in a case whose row is locked already. */
export async function actIn(tx: Tx, viewer: Staff, open: CaseRecord, asked: Asked): Promise<void> {
  const id = open.id
  const now = await standingOf(tx, subjectOf(open))
  if (!mayDo(viewer.role, now).includes(asked.action)) throw new Refusal('action_refused')
  if ((asked.days ?? 0) > daysMost[viewer.role]) throw new Refusal('action_refused')
  const strikes = await strikesOfAction(tx, now, asked)
  const until = takesDays(asked.action) ? inDays(asked.days ?? 7) : null
  const decision = await decide(tx, now, {
    action: asked.action,
    rule: asked.rule,
    source: await sourceOf(tx, open, now),
    by: viewer.id,
    caseId: id,
    facts: asked.facts,
    before: beforeOf(now),
    strikes,
    until,
  })
  await carryOut(tx, viewer, open, now, asked.action)
  if (strikes) await climb(tx, now, decision, strikes)
  if (!(await staysOpen(tx, open, asked))) await closeCase(tx, id, viewer.id)
}

async function strikesOfAction(
  tx: Tx,
  now: Standing,
  { action, rule, severity }: Asked,
): Promise<0 | 1 | 2 | 4> {
  if (action === 'quarantine') return 4
  return action === 'remove' ? strikesFor(tx, now.userId, rule, severity) : 0
}

function takesDays(action: Action): boolean {
  return action === 'suspend' || action === 'mute_comments'
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 24 * 3600_000)
}

/** To be put back when the decision is reversed. */
function beforeOf({ subject, state, rating, person }: Standing) {
  return {
    ...(state !== null && subject !== 'profile' && { moderation: state }),
    ...(subject === 'profile' && { bio: person.bio }),
    ...(rating !== null && { rating }),
    is_private: person.isPrivate,
    username: person.username,
  }
}

/** What brought the case to staff, for the statement. */
async function sourceOf(tx: Tx, open: CaseRecord, now: Standing) {
  if (open.due_at) return 'notice'
  const reported = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', open.id)
    .limit(1)
    .executeTakeFirst()
  if (reported) return 'reports'
  return now.state === 'pending' || now.state === 'held' ? 'text' : 'staff'
}

async function carryOut(
  tx: Tx,
  viewer: Staff,
  open: CaseRecord,
  now: Standing,
  action: Action,
): Promise<void> {
  const { userId, contentId, commentId, subject } = now
  const to = stateAfter[action]
  const by = { kind: 'staff', id: viewer.id, reason: action, caseId: open.id } as const
  if (action === 'approve') await endHolds(tx, now)
  if (to && subject === 'content') return void (await move(tx, { subject, id: contentId! }, to, by))
  if (to && subject === 'comment' && (to === 'approved' || to === 'held' || to === 'removed'))
    return void (await move(tx, { subject, id: commentId! }, to, by))
  switch (action) {
    case 'approve':
    case 'remove':
      return decideBio(tx, userId, action)
    case 'rate_16':
      await tx
        .updateTable('content')
        .set({ rating: '16', rating_by_decision: true })
        .where('id', '=', contentId)
        .execute()
      return announce(tx, { what: 'audience_changed', contentId: contentId! })
    case 'ban':
      await endPrograms(tx, userId)
      return setAside(tx, userId)
    case 'suspend':
    case 'mute_comments':
      return setAside(tx, userId)
    case 'force_private':
      await makePrivate(tx, userId)
      return setAside(tx, userId)
    case 'force_rename':
      return giveNewName(tx, userId, now.person.username)
    case 'restore':
      return restore(tx, viewer, open.id, now)
  }
}

/** What was held or limited until somebody looked is neither any more: its statements say so. */
async function endHolds(tx: Tx, { contentId, commentId, subject }: Standing): Promise<void> {
  await tx
    .updateTable('decisions')
    .set({ reversed_at: new Date() })
    .where('subject', '=', subject)
    .where(subject === 'comment' ? 'comment_id' : 'content_id', '=', commentId ?? contentId)
    .where('action', 'in', ['hold', 'limit'])
    .where('reversed_at', 'is', null)
    .execute()
}

/** More is to come, it is still kept from people until somebody decides, or a second look waits. */
async function staysOpen(tx: Tx, open: CaseRecord, asked: Asked): Promise<boolean> {
  if (asked.keep_open) return true
  const { state } = await standingOf(tx, subjectOf(open))
  if (state === 'held' || state === 'pending') return true
  const waiting = await tx
    .selectFrom('appeals')
    .select('id')
    .where('case_id', '=', open.id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

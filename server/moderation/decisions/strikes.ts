import { sql } from 'kysely'
import {
  type ModerationRule,
  type ViolationSeverity,
  strikeExpiryDays,
  strikePenalties,
  strikesBySeverity,
} from '#contract/moderation/moderation-policy.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { openModerationCase } from '../cases/open-case.ts'
import { recordDecision } from './record-decision.ts'
import { recomputeSanctions } from './sanctions.ts'
import { type ModerationSubjectState, lockModerationSubjectRow } from './moderation-subject-state.ts'

/**
 * Matches active strikes: a strike counts for 90 days unless its decision is reversed. The query must include
 * the `decisions` table.
 */
export const isActiveStrike = sql<boolean>`(decisions.strikes > 0 and decisions.reversed_at is null
  and decisions.made_at > now() - make_interval(days => ${sql.lit(strikeExpiryDays)}))`

export async function countActiveStrikes(userId: string, on: Db | Tx = db): Promise<number> {
  const { sum } = await on
    .selectFrom('decisions')
    .select(sql<number>`coalesce(sum(strikes), 0)::int`.as('sum'))
    .where('user_id', '=', userId)
    .where(isActiveStrike)
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * Returns the number of strikes that the owner gets when content is removed. A repeated violation of the same
 * rule counts as serious, whatever severity the moderator chose.
 */
export async function calculateStrikesForRemovedContent(
  tx: Tx,
  userId: string,
  rule: ModerationRule,
  severity: ViolationSeverity,
): Promise<1 | 2 | 4> {
  const strikes = strikesBySeverity[severity]
  if (strikes > 1) return strikes
  const before = await tx
    .selectFrom('decisions')
    .select('id')
    .where('user_id', '=', userId)
    .where('rule', '=', rule)
    .where(isActiveStrike)
    .limit(1)
    .executeTakeFirst()
  return before ? strikesBySeverity.serious : strikes
}

/** Returns the penalties whose strike threshold is above `strikesBefore` and at most `strikesAfter`. */
export function getNewlyTriggeredPenalties(strikesBefore: number, strikesAfter: number) {
  return strikePenalties.filter(({ from }) => from > strikesBefore && from <= strikesAfter)
}

/**
 * Applies the penalties for new strikes. If the new strikes cross several thresholds, the longest suspension
 * applies. At eight strikes, opens a case so that a moderator decides about a ban.
 */
export async function applyStrikePenalties(
  tx: Tx,
  about: ModerationSubjectState,
  decisionId: string,
  added: number,
): Promise<void> {
  const now = await countActiveStrikes(about.userId, tx)
  const steps = getNewlyTriggeredPenalties(now - added, now)
  const days = Math.max(0, ...steps.map((step) => step.days))
  if (days > 0) {
    const person = await lockModerationSubjectRow(tx, {
      subject: 'profile',
      contentId: null,
      commentId: null,
      userId: about.userId,
    })
    const until = new Date(Date.now() + days * 24 * 3600_000)
    await recordDecision(tx, person, {
      action: 'suspend',
      rule: 'strikes',
      source: 'strikes',
      by: null,
      caseId: null,
      until,
      before: { strikes: Math.max(...steps.filter((step) => step.days === days).map(({ from }) => from)) },
      causedBy: decisionId,
    })
    await recomputeSanctions(tx, about.userId)
  }
  if (steps.some(({ leadsTo }) => leadsTo === 'propose_ban'))
    await openModerationCase(tx, { subject: 'profile', userId: about.userId, priority: 1 })
}

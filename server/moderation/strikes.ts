import { sql } from 'kysely'
import { type Rule, type Severity, strikeDays, strikeLadder, strikesOf } from '#contract/moderation.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { openCase } from './cases.ts'
import { decide } from './decide.ts'
import { setAside } from './person.ts'
import { type Standing, standingOf } from './subject.ts'

/** A strike stands for 90 days, unless its decision was reversed. Speaks of `decisions`. */
export const counts = sql<boolean>`(decisions.strikes > 0 and decisions.reversed_at is null
  and decisions.made_at > now() - make_interval(days => ${sql.lit(strikeDays)}))`

/** How many strikes of a person stand today. */
export async function strikesNow(userId: string, on: Db | Tx = db): Promise<number> {
  const { sum } = await on
    .selectFrom('decisions')
    .select(sql<number>`coalesce(sum(strikes), 0)::int`.as('sum'))
    .where('user_id', '=', userId)
    .where(counts)
    .executeTakeFirstOrThrow()
  return sum
}

/** How many a removal brings. The same rule broken again is serious, whatever staff call it. */
export async function strikesFor(tx: Tx, userId: string, rule: Rule, severity: Severity): Promise<1 | 2 | 4> {
  const strikes = strikesOf[severity]
  if (strikes > 1) return strikes
  const before = await tx
    .selectFrom('decisions')
    .select('id')
    .where('user_id', '=', userId)
    .where('rule', '=', rule)
    .where(counts)
    .limit(1)
    .executeTakeFirst()
  return before ? strikesOf.serious : strikes
}

/** The steps of the ladder that lie above `before` and not above `now`. */
export function stepsBetween(before: number, now: number) {
  return strikeLadder.filter(({ from }) => from > before && from <= now)
}

/**
 * What the strikes of a decision lead to: the longest suspension of the steps they passed, and at eight the question whether
 * to ban, which a person answers.
 */
export async function climb(tx: Tx, about: Standing, decisionId: string, added: number): Promise<void> {
  const now = await strikesNow(about.userId, tx)
  const steps = stepsBetween(now - added, now)
  const days = Math.max(0, ...steps.map((step) => step.days))
  if (days > 0) {
    const person = await standingOf(tx, {
      subject: 'profile',
      contentId: null,
      commentId: null,
      userId: about.userId,
    })
    const until = new Date(Date.now() + days * 24 * 3600_000)
    await decide(tx, person, {
      action: 'suspend',
      rule: 'strikes',
      source: 'strikes',
      by: null,
      caseId: null,
      until,
      before: { strikes: Math.max(...steps.filter((step) => step.days === days).map(({ from }) => from)) },
      causedBy: decisionId,
    })
    await setAside(tx, about.userId)
  }
  if (steps.some(({ leadsTo }) => leadsTo === 'propose_ban'))
    await openCase(tx, { subject: 'profile', userId: about.userId, priority: 1 })
}

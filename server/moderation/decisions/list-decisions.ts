import { sql } from 'kysely'
import type { CaseDecision } from '#contract/moderation/case-decision.ts'
import { db } from '#server/platform/db/db.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isActiveStrike } from './strikes.ts'

/** Returns the newest decisions as staff see them, at most 50. */
export async function listDecisions(which: { id: string } | { userId: string }): Promise<CaseDecision[]> {
  const rows = await db
    .selectFrom('decisions')
    .leftJoin('appeals', 'appeals.decision_id', 'decisions.id')
    .leftJoin(
      selectPeopleWithoutAccessCheck().select(['profiles.user_id', 'profiles.username']).as('decider'),
      'decider.user_id',
      'decisions.decided_by',
    )
    .select(['decisions.id', 'subject', 'action', 'rule', 'source', 'automatic', 'facts', 'about'])
    .select(['strikes', 'until', 'decisions.made_at', 'reversed_at', 'decider.username as by'])
    .select([isActiveStrike.as('counts'), 'appeals.id as appeal_id', 'appeals.outcome'])
    .where(
      'id' in which ? sql`decisions.id` : sql`decisions.user_id`,
      '=',
      'id' in which ? which.id : which.userId,
    )
    .orderBy('decisions.made_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ appeal_id, outcome, until, made_at, reversed_at, ...row }) => ({
    ...row,
    until: until?.toISOString() ?? null,
    made_at: made_at.toISOString(),
    reversed_at: reversed_at?.toISOString() ?? null,
    appeal: appeal_id ? (outcome ?? 'open') : null,
  }))
}

import { sql } from 'kysely'
import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { listDecisions } from '../decisions/list-decisions.ts'
import { countActiveStrikes } from '../decisions/strikes.ts'

/**
 * Returns the owner of a case's subject together with earlier decisions about the owner, but never the
 * owner's age.
 */
export async function loadModeratedAccount(userId: string): Promise<CaseDetail['owner']> {
  const person = await selectPeopleWithoutAccessCheck()
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'username', 'display_name', 'bio', 'held_bio', 'avatar_url', 'is_private'])
    .select(sql<boolean>`profiles.deletion_scheduled_at is not null`.as('is_leaving'))
    .select(sql<boolean>`users.role <> 'user'`.as('is_staff'))
    .select(sql<boolean>`coalesce(profiles.suspended_until = 'infinity', false)`.as('banned'))
    .select(
      sql<Date | null>`case when profiles.suspended_until > now() and profiles.suspended_until < 'infinity'
        then profiles.suspended_until end`.as('suspended_until'),
    )
    .select(
      sql<Date | null>`case when profiles.comments_muted_until > now() then profiles.comments_muted_until end`.as(
        'comments_muted_until',
      ),
    )
    .where('profiles.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const [strikes, decisions] = await Promise.all([countActiveStrikes(userId), listDecisions({ userId })])
  return {
    ...person,
    suspended_until: person.suspended_until?.toISOString() ?? null,
    comments_muted_until: person.comments_muted_until?.toISOString() ?? null,
    strikes,
    decisions,
  }
}

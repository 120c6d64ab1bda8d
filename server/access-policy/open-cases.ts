import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/** Is a case open about it? What is taken back meanwhile is hidden at once, and erased after the case is closed (ruling 18). */
export async function hasOpenCase(
  on: Db | Tx,
  column: 'content_id' | 'comment_id' | 'user_id',
  id: string,
): Promise<boolean> {
  const open = await on
    .selectFrom('cases')
    .select('id')
    .where(column, '=', id)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Is the item of a case sealed? Then nobody but admins may know of the case. Speaks of `cases`. */
export const isAboutQuarantinedItem: RawBuilder<boolean> = sql<boolean>`exists (select from content
  where content.id = cases.content_id and content.moderation = 'quarantined')`

/** Was a second look asked for, that nobody has decided yet? Speaks of `cases`. */
export const hasOpenAppeal: RawBuilder<boolean> = sql<boolean>`exists (select from appeals
  where appeals.case_id = cases.id and appeals.outcome is null)`

/**
 * Is a grave case (P0, P1) open about this person or what they made, and it isn't their own wish for a second look? The rest
 * goes with the account. Speaks of `profiles`.
 */
export const hasOpenUrgentCase: RawBuilder<boolean> = sql<boolean>`exists (select from cases
  where cases.user_id = profiles.user_id and cases.closed_at is null and cases.priority <= 1
    and not ${hasOpenAppeal})`

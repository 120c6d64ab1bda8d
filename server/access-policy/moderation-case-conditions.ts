import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/**
 * Returns whether a moderation case about this item, comment or person is open. Deleted content with an open
 * case is hidden immediately but erased only after the case is closed.
 */
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

/** Returns whether a case about the item itself is open. Cases about comments on the item do not count. */
export async function hasOpenCaseAboutItem(on: Db | Tx, contentId: string): Promise<boolean> {
  const open = await on
    .selectFrom('cases')
    .select('id')
    .where('content_id', '=', contentId)
    .where('subject', '=', 'content')
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Whether the item that a case is about is quarantined. Only admins may see cases about quarantined items.
 * Use this condition only in a query that selects from `cases`.
 */
export const isCaseAboutQuarantinedItem: RawBuilder<boolean> = sql<boolean>`exists (select from content
  where content.id = cases.content_id and content.moderation = 'quarantined')`

/** Whether the case has a pending appeal. Use this condition only in a query that selects from `cases`. */
export const hasOpenAppeal: RawBuilder<boolean> = sql<boolean>`exists (select from appeals
  where appeals.case_id = cases.id and appeals.outcome is null)`

/**
 * Whether an urgent case (P0, P1) about this person or their content is open. Cases in which the person's own
 * appeal is pending are ignored. Cases that are less urgent are deleted together with the account. Use this
 * condition only in a query that selects from `profiles`.
 */
export const hasOpenUrgentCase: RawBuilder<boolean> = sql<boolean>`exists (select from cases
  where cases.user_id = profiles.user_id and cases.closed_at is null and cases.priority <= 1
    and not ${hasOpenAppeal})`

import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

export interface CaseOpening {
  subject: 'content' | 'comment' | 'profile'
  /** The item; of a comment the item it stands under. */
  contentId?: string | null
  commentId?: string | null
  /** Whose it is. */
  userId: string
  /** 0 is the most urgent. */
  priority: number
  dueAt?: Date
  /** Who opens it, so that a flood can be told from other cases (floods.ts). The caller notes what they say by `addCaseSource`. */
  floodKey?: string
}

/**
 * Opens a case, or joins the one that is open: its priority rises to the more urgent, its clock to the earlier. The database
 * keeps it at one open case a subject, however many come at once.
 */
export async function openCase(tx: Tx, opening: CaseOpening): Promise<{ id: string; isNew: boolean }> {
  const { subject, contentId = null, commentId = null, userId, priority, dueAt = null } = opening
  const { floodKey = null } = opening
  const row = await tx
    .insertInto('cases')
    .values({
      subject,
      content_id: contentId,
      comment_id: commentId,
      user_id: userId,
      priority,
      due_at: dueAt,
      flood_key: floodKey,
    })
    .onConflict((on) =>
      on
        .expression(sql`subject, coalesce(comment_id, content_id, user_id)`)
        .where('closed_at', 'is', null)
        .doUpdateSet({
          priority: sql`least(cases.priority, excluded.priority)`,
          due_at: sql`least(cases.due_at, excluded.due_at)`,
          // What the software or staff have found as well belongs to no group.
          flood_key: sql`case when excluded.flood_key is not null then cases.flood_key end`,
        }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: row.is_new }
}

import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

export interface NewModerationCase {
  subject: 'content' | 'comment' | 'profile'
  /** The id of the item. For a comment, the id of the item that the comment was posted on. */
  contentId?: string | null
  commentId?: string | null
  /** The user id of the subject's owner. */
  userId: string
  /** The priority; 0 is the most urgent. */
  priority: number
  dueAt?: Date
  /**
   * The source (account or network) that opens the case, used to detect floods of reports
   * (report-floods/report-floods.ts). After opening the case, the caller has to call `recordReportSource`,
   * which stores this source for the case.
   */
  floodKey?: string
}

/**
 * Opens a case about the subject, or adds to the existing case if one is already open. If the case is already
 * open, the more urgent priority and the earlier deadline apply. The database guarantees one open case per
 * subject, even for concurrent requests.
 */
export async function openModerationCase(
  tx: Tx,
  opening: NewModerationCase,
): Promise<{ id: string; isNew: boolean }> {
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
          // If automatic detection or staff also flagged the subject, the case is not part of a flood.
          flood_key: sql`case when excluded.flood_key is not null then cases.flood_key end`,
        }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: row.is_new }
}

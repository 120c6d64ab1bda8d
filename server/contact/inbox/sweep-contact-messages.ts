import { sql } from 'kysely'
import { contactMessageRetentionDays } from '#contract/contact/contact-inbox.ts'
import { db } from '#server/platform/db/db.ts'

/** Deletes messages some months after they were closed. A message that was never closed is deleted after a year. */
export async function sweepContactMessages(now: Date = new Date()): Promise<void> {
  const { closed, open } = contactMessageRetentionDays
  await db
    .deleteFrom('contact_messages')
    .where(
      sql<boolean>`case when closed_at is null then created_at < ${now}::timestamptz - make_interval(days => ${sql.lit(open)})
        else closed_at < ${now}::timestamptz - make_interval(days => ${sql.lit(closed)}) end`,
    )
    .execute()
}

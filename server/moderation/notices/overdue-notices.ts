import { db } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'

/** Logs a warning every hour for each notice that is past its deadline. */
export async function warnAboutOverdueNotices(): Promise<void> {
  for (const { id, due_at } of await listOverdueNotices())
    log.warn('a notice of an intimate picture is overdue', { id, due_at: due_at.toISOString() })
}

export function listOverdueNotices() {
  return db
    .selectFrom('notices')
    .select(['id', 'due_at'])
    .where('answered_at', 'is', null)
    .where('due_at', '<', new Date())
    .orderBy('due_at')
    .execute()
}

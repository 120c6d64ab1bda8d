import { db } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import type { Chore } from '../platform/queue.ts'

/** A notice that nobody has decided in time is said aloud every hour, until somebody does. */
async function warnOfOverdue(): Promise<void> {
  for (const { id, due_at } of await overdueNotices())
    log.warn('a notice of an intimate picture is overdue', { id, due_at: due_at.toISOString() })
}

export function overdueNotices() {
  return db
    .selectFrom('notices')
    .select(['id', 'due_at'])
    .where('answered_at', 'is', null)
    .where('due_at', '<', new Date())
    .orderBy('due_at')
    .execute()
}

export const noticeChores: Chore[] = [{ name: 'notice-clock', cron: '7 * * * *', run: warnOfOverdue }]

import { sql } from 'kysely'
import type { Happening } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { hasAppeal } from '../safety/cases.ts'
import { openCase } from './cases.ts'
import { closeCase } from './close.ts'

/** A text that waits is a case: luring and cruelty hurry more than a telephone number. */
export async function hearOfTexts(tx: Tx, happening: Happening): Promise<void> {
  if (happening.what === 'text_cleared') return closeIfIdle(tx, happening)
  if (happening.what !== 'text_held') return
  const { subject, contentId, commentId, userId, why } = happening
  await openCase(tx, { subject, contentId, commentId, userId, priority: priorityOf(why) })
}

const grave = ['threat', 'solicitation', 'cruelty']

function priorityOf(why: string[]): number {
  return why.some((word) => grave.includes(word)) ? 1 : 2
}

/** Nobody reported it and nobody asked for a second look: there is nothing left to decide. */
async function closeIfIdle(
  tx: Tx,
  {
    subject,
    contentId,
    userId,
  }: { subject: 'content' | 'profile'; contentId: string | null; userId: string },
): Promise<void> {
  const open = await tx
    .selectFrom('cases')
    .select('id')
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .where(sql<boolean>`content_id is not distinct from ${contentId}`)
    .where('closed_at', 'is', null)
    .where('due_at', 'is', null)
    .where(({ not }) => not(hasAppeal))
    .where(sql<boolean>`not exists (select from reports where reports.case_id = cases.id)`)
    .executeTakeFirst()
  if (open) await closeCase(tx, open.id, null)
}

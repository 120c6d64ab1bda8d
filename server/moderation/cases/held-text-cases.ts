import { sql } from 'kysely'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { hasOpenAppeal } from '#server/access-policy/moderation-case-conditions.ts'
import { openModerationCase } from './open-case.ts'
import { closeModerationCase } from './close-case.ts'

/**
 * Opens a case for text that is held for review. Text with signs of grooming or cruelty gets a more urgent
 * priority than, for example, text with a phone number.
 */
export async function handleHeldTextEvent(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === 'text_cleared') return closeIdleCase(tx, event)
  if (event.type !== 'text_held') return
  const { subject, contentId, commentId, userId, why } = event
  await openModerationCase(tx, { subject, contentId, commentId, userId, priority: heldTextPriority(why) })
}

const urgentFindings = ['threat', 'solicitation', 'cruelty']

function heldTextPriority(why: string[]): number {
  return why.some((word) => urgentFindings.includes(word)) ? 1 : 2
}

/** Closes the subject's open case if the case has no reports or appeals and therefore needs no decision. */
async function closeIdleCase(
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
    .where(({ not }) => not(hasOpenAppeal))
    .where(sql<boolean>`not exists (select from reports where reports.case_id = cases.id)`)
    .executeTakeFirst()
  if (open) await closeModerationCase(tx, open.id, null)
}

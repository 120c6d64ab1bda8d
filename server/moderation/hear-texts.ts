import type { Happening } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { openCase } from './cases.ts'

/** A text that waits is a case: luring and cruelty hurry more than a telephone number. */
export async function hearOfTexts(tx: Tx, happening: Happening): Promise<void> {
  if (happening.what !== 'text_held') return
  const { subject, contentId, commentId, userId, why } = happening
  await openCase(tx, { subject, contentId, commentId, userId, priority: priorityOf(why) })
}

const grave = ['threat', 'solicitation', 'cruelty']

function priorityOf(why: string[]): number {
  return why.some((word) => grave.includes(word)) ? 1 : 2
}

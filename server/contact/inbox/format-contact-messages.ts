import { db } from '#server/platform/db/db.ts'
import { presentMessageSummary, selectMessageSummaries } from './contact-message.ts'

const listed = 50

/** Lists the newest messages for a terminal, without their texts and addresses. */
export async function formatContactMessages(state: 'open' | 'closed'): Promise<string> {
  const rows = await selectMessageSummaries(db)
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
    .orderBy('contact_messages.created_at', 'desc')
    .limit(listed)
    .execute()
  if (rows.length === 0) return `No message is ${state}.`
  return rows
    .map(presentMessageSummary)
    .map(({ id, created_at, subject, topic, assignee }) =>
      [created_at, id, topic ? `[${topic}] ${subject}` : subject, assignee && `@${assignee.username}`]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n')
}

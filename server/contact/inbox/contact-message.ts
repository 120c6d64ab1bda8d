import { sql } from 'kysely'
import { consoleRoles } from '#contract/admin/console-roles.ts'
import type {
  ContactMessage,
  ContactMessageState,
  ContactMessageSummary,
} from '#contract/contact/contact-inbox.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnProfile, selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'

/** Selects the columns that the inbox shows of a message. */
export function selectMessageSummaries(from: Db | Tx = db) {
  return from
    .selectFrom('contact_messages')
    .select(['contact_messages.id', 'first_name', 'last_name', 'subject', 'topic', 'assigned_to'])
    .select(['contact_messages.created_at', 'closed_at'])
    .select((eb) => selectUsername(eb.ref('contact_messages.assigned_to')).as('assignee'))
    .select(
      sql<number>`(select count(*)::int from contact_replies where message_id = contact_messages.id)`.as(
        'replies_count',
      ),
    )
}

function selectUsername(userId: unknown) {
  return selectOwnProfile(userId as string).select('username')
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectMessageSummaries>['executeTakeFirstOrThrow']>>

export function presentMessageSummary(row: SummaryRow): ContactMessageSummary {
  const { assigned_to: user_id, assignee: username } = row
  return {
    id: row.id,
    state: messageStateOf(row),
    name: `${row.first_name} ${row.last_name}`,
    subject: row.subject,
    topic: row.topic,
    assignee: user_id !== null && username !== null ? { user_id, username } : null,
    replies_count: row.replies_count,
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

export function messageStateOf(row: {
  closed_at: Date | null
  assigned_to: string | null
}): ContactMessageState {
  if (row.closed_at !== null) return 'closed'
  return row.assigned_to === null ? 'open' : 'assigned'
}

/** Loads a message with its answers. Throws `not_found`. */
export async function loadContactMessage(id: string, from: Db | Tx = db): Promise<ContactMessage> {
  const row = await selectMessageSummaries(from)
    .select(['contact_messages.email', 'contact_messages.message', 'contact_messages.user_id'])
    .select((eb) => selectUsername(eb.ref('contact_messages.user_id')).as('username'))
    .where('contact_messages.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  const replies = await from
    .selectFrom('contact_replies')
    .select(['id', 'body', 'sent_at'])
    .select((eb) => selectUsername(eb.ref('contact_replies.author_id')).as('author'))
    .where('message_id', '=', id)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  const { user_id, username, email, message } = row
  return {
    ...presentMessageSummary(row),
    email,
    message,
    account: user_id !== null && username !== null ? { user_id, username } : null,
    replies: replies.map((reply) => ({ ...reply, sent_at: reply.sent_at.toISOString() })),
    assignees: await listAssignees(from),
  }
}

/** Lists the staff members who can open the inbox. */
export function listAssignees(from: Db | Tx = db): Promise<{ user_id: string; username: string }[]> {
  return selectPeopleWithoutAccessCheck(from)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'profiles.username'])
    .where('users.role', 'in', consoleRoles)
    .where(sql<boolean>`not ${isAccountHidden()}`)
    .orderBy('profiles.username')
    .limit(100)
    .execute()
}

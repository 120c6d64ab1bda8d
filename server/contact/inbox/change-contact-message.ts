import { sql } from 'kysely'
import type { ContactMessage } from '#contract/contact/contact-inbox.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { listAssignees, loadContactMessage } from './contact-message.ts'

/** A staff member, or the operator at the command line, who has no account. */
interface Actor {
  id: string | null
}

/** Assigns an open message to a staff member, or to nobody. */
export function assignContactMessage(
  actor: Actor,
  id: string,
  userId: string | null,
): Promise<ContactMessage> {
  return transaction(async (tx) => {
    const message = await lockContactMessage(tx, id)
    if (message.closed_at !== null) throw new ApiError('contact_closed')
    if (userId !== null && !(await listAssignees(tx)).some((one) => one.user_id === userId))
      throw new ApiError('assignee_unknown')
    if (message.assigned_to !== userId) {
      await tx.updateTable('contact_messages').set({ assigned_to: userId }).where('id', '=', id).execute()
      await logChange(tx, actor, userId === null ? 'unassign contact message' : 'assign contact message', id)
    }
    return loadContactMessage(id, tx)
  })
}

/** Closes a message. Repeated calls change nothing and log nothing. */
export function closeContactMessage(actor: Actor, id: string): Promise<ContactMessage> {
  return transaction(async (tx) => {
    if ((await lockContactMessage(tx, id)).closed_at === null) await closeLockedMessage(tx, actor, id)
    return loadContactMessage(id, tx)
  })
}

export async function closeLockedMessage(tx: Tx, actor: Actor, id: string): Promise<void> {
  await tx
    .updateTable('contact_messages')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await logChange(tx, actor, 'close contact message', id)
}

/** Reopens a closed message. Repeated calls change nothing and log nothing. */
export function reopenContactMessage(actor: Actor, id: string): Promise<ContactMessage> {
  return transaction(async (tx) => {
    if ((await lockContactMessage(tx, id)).closed_at !== null) {
      await tx.updateTable('contact_messages').set({ closed_at: null }).where('id', '=', id).execute()
      await logChange(tx, actor, 'reopen contact message', id)
    }
    return loadContactMessage(id, tx)
  })
}

/** Locks a message, so that concurrent changes run one after another. Throws `not_found`. */
export async function lockContactMessage(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

export async function logChange(tx: Tx, actor: Actor, action: string, id: string): Promise<void> {
  await writeAuditEntry(tx, { action, actor: actor.id, subject: { kind: 'message', id } })
}

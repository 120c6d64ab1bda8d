import { accountDeletionSubject, type sendContactMessage } from '#contract/contact/contact-form.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { accountDeletionLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { requireReauthentication } from '#server/auth/reauthentication.ts'
import { scheduleDeletion } from '#server/account-deletion/schedule-deletion.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { getViewerId, type Viewer } from '../platform/http/viewer.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { contactMessageEmail } from './contact-email.ts'
import { enforceContactRateLimit } from './contact-rate-limit.ts'

type ContactMessageInput = ParsedInputOf<typeof sendContactMessage>['body']

/**
 * Stores a contact message and enqueues the email to the contact mailbox in one transaction. If the subject
 * of the message is account deletion, also schedules the deletion of the signed-in account. If the sender is
 * anonymous, no deletion is scheduled and only the email is sent, because anyone can type any address into
 * the form.
 */
export async function submitContactMessage(
  viewer: Viewer,
  message: ContactMessageInput,
  address: string,
): Promise<ResponseOf<typeof sendContactMessage>> {
  const deletingMember =
    message.subject === accountDeletionSubject && viewer.kind === 'member' ? viewer : null
  if (deletingMember && !message.confirmed) throw new ApiError('deletion_unconfirmed')
  // Deleting an account requires reauthentication, because the session may have been left open on a shared
  // computer.
  if (deletingMember) await requireReauthentication(deletingMember, message)
  await enforceContactRateLimit(message.email, address)
  return transaction(async (tx) => {
    await insertContactMessage(tx, viewer, message)
    await enqueueEmail(tx, contactMessageEmail(viewer, message))
    return { deletion: deletingMember ? deletionTimetable(await scheduleDeletion(tx, deletingMember)) : null }
  })
}

async function insertContactMessage(tx: Tx, viewer: Viewer, message: ContactMessageInput): Promise<void> {
  const { firstName, lastName, email, subject, topic, message: text } = message
  await tx
    .insertInto('contact_messages')
    .values({
      user_id: getViewerId(viewer),
      first_name: firstName,
      last_name: lastName,
      email,
      subject,
      topic: topic ?? null,
      message: text,
    })
    .execute()
}

function deletionTimetable(bookedAt: Date) {
  const after = (hours: number) => new Date(bookedAt.getTime() + hours * 3600_000).toISOString()
  return {
    cancel_until: after(accountDeletionLimits.cancelHours),
    erased_by: after(accountDeletionLimits.erasedHours),
  }
}

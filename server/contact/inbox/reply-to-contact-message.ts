import { isLocale, sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { type ContactMessage, contactReplyRateLimits } from '#contract/contact/contact-inbox.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { StaffViewer } from '#server/moderation/staff/staff-viewer.ts'
import { config } from '#server/platform/config.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import { closeLockedMessage, lockContactMessage, logChange } from './change-contact-message.ts'
import { loadContactMessage } from './contact-message.ts'
import { contactReplyEmail } from './contact-reply-email.ts'

/**
 * Emails an answer to the sender of a message, stores it, and closes the message if `close` is set. An unassigned
 * message is assigned to the staff member who answers first.
 */
export function replyToContactMessage(
  viewer: StaffViewer,
  id: string,
  { body, close }: { body: string; close: boolean },
): Promise<ContactMessage> {
  return transaction(async (tx) => {
    const message = await lockContactMessage(tx, id)
    if (message.closed_at !== null) throw new ApiError('contact_closed')
    if (
      config.pace > 0 &&
      !(await consumeRateLimit(`contact replies ${viewer.id}`, contactReplyRateLimits, tx))
    )
      throw new ApiError('contact_reply_too_many')
    await tx.insertInto('contact_replies').values({ message_id: id, author_id: viewer.id, body }).execute()
    if (message.assigned_to === null)
      await tx.updateTable('contact_messages').set({ assigned_to: viewer.id }).where('id', '=', id).execute()
    const locale = await loadSenderLocale(tx, message.user_id)
    await enqueueEmail(
      tx,
      runInLocale(locale, () => contactReplyEmail(message, body)),
    )
    await logChange(tx, viewer, 'answer contact message', id)
    if (close) await closeLockedMessage(tx, viewer, id)
    return loadContactMessage(id, tx)
  })
}

/** The language of the account that sent the message. The language of other senders is not known. */
async function loadSenderLocale(tx: Tx, userId: string | null) {
  if (userId === null) return sourceLocale
  const account = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  const language = account?.language
  return isLocale(language) ? language : sourceLocale
}

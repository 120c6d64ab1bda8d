import { defineMessages, message } from '#i18n/define-messages.ts'
import { getContactEmail, getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

const messages = defineMessages('emails/contact-reply', {
  subject: message<{ subject: string; site: string }>('{site}: your message about “{subject}”'),
  quote: message<{ date: string }>('You wrote on {date}:'),
})

/** A longer message is shortened in the answer. */
const maxQuotedLength = 2000

interface AnsweredMessage {
  email: string
  subject: string
  message: string
  created_at: Date
}

/**
 * Builds the email with an answer to a contact message. The email is plain text, so nothing in the answer or in the
 * quoted message is interpreted. It is sent from the site's address, and replies go to the contact mailbox. The subject
 * is one of the predefined subjects of the form, so the sender cannot inject a header.
 */
export function contactReplyEmail(answered: AnsweredMessage, body: string): EmailMessage {
  const { email, subject, message: text, created_at } = answered
  const quoted = text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text
  const lines = quoted.split('\n').map((line) => `> ${line}`.trimEnd())
  return {
    to: email,
    replyTo: { name: getSetting('site_name'), address: getContactEmail() },
    subject: messages.subject({ subject, site: getSetting('site_name') }),
    text: `${body}\n\n${messages.quote({ date: formatEmailDateTime(created_at) })}\n\n${lines.join('\n')}\n`,
  }
}

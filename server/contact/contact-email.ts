import type { sendContactMessage } from '#contract/contact/contact-form.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { getContactEmail } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { EmailMessage } from '#server/platform/email.ts'

const topicLabels = { 'safety-help': 'Safety Center: help', report: 'Safety Center: report' }

/**
 * Builds the email that is sent to the contact mailbox. Replies to this email go to the person who sent the
 * message. The API contract rejects line breaks in every field that is used in an email header, so the sender
 * cannot inject headers.
 */
export function contactMessageEmail(
  viewer: Viewer,
  message: ParsedInputOf<typeof sendContactMessage>['body'],
): EmailMessage {
  const { firstName, lastName, email, subject, topic } = message
  const about = topic ? `[${topicLabels[topic]}] ${subject}` : subject
  const who = viewer.kind === 'member' ? `signed in as @${viewer.username} (${viewer.id})` : 'not signed in'
  return {
    to: getContactEmail(),
    replyTo: { name: `${firstName} ${lastName}`, address: email },
    subject: `${about} (${firstName} ${lastName})`,
    text: `From: ${firstName} ${lastName} <${email}>, ${who}\nSubject: ${about}\n\n${message.message}\n`,
  }
}

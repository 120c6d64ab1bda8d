import type { sendMessage } from '#contract/contact.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { config } from '../platform/config.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Letter } from '../platform/mail.ts'

const topics = { 'safety-help': 'Safety Center: help', report: 'Safety Center: report' }

/** To the contact mailbox; an answer goes to whoever wrote. The contract has made every field of its head one line. */
export function messageLetter(viewer: Viewer, message: ParsedOf<typeof sendMessage>['body']): Letter {
  const { firstName, lastName, email, subject, topic } = message
  const about = topic ? `[${topics[topic]}] ${subject}` : subject
  const who = viewer.kind === 'member' ? `signed in as @${viewer.username} (${viewer.id})` : 'not signed in'
  return {
    to: config.contactEmail,
    replyTo: { name: `${firstName} ${lastName}`, address: email },
    subject: `${about} (${firstName} ${lastName})`,
    text: `From: ${firstName} ${lastName} <${email}>, ${who}\nSubject: ${about}\n\n${message.message}\n`,
  }
}

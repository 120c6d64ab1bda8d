import { defineMessages, message } from '#i18n/define-messages.ts'
import { noticeDeadlineHours } from '#contract/moderation/intimate-image-notices.ts'
import { config } from '#server/platform/config.ts'
import { getContactEmail, getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { formatEmailDateTime } from '#server/platform/format-date-time.ts'

/*
 * The email address of a notice's sender is not verified, so anyone can make the site send these emails to
 * any address. The emails therefore contain nothing that the sender typed, not even a name. Text from the
 * sender could be spam or phishing in the site's name.
 */

const messages = defineMessages('emails/notices', {
  receiptSubject: 'We have received your notice',
  receipt: message<{ receipt: string; due: string; hours: number; site: string }>(
    'Hello,\n\nWe have received your notice. Its number is {receipt}.\n\nWe hide the content you named as soon as we find it on this site. If a moderator has already checked it, or if we are receiving an unusual number of notices, a moderator reviews it first.\nA moderator decides by {due}, within {hours} hours, and we email you then.\n\nWhat happened is not your fault. If you are in danger, call your local authorities first.\n\n{site}\n',
  ),
  outcomeSubject: 'Our decision about your notice',
  outcome: message<{ receipt: string; outcome: string; site: string }>(
    'Hello,\n\nThis is about your notice {receipt}.\n\n{outcome}\n\n{site}\n',
  ),
  reversedSubject: 'A new decision about your notice',
  reversed: message<{ receipt: string; site: string }>(
    'Hello,\n\nThis is about your notice {receipt}.\n\nThe person who published the content appealed, and another moderator reversed our decision. In their view, it is not a private picture as you described it, so it is visible again. If we got it wrong, reply to this email.\n\n{site}\n',
  ),
})

/** Confirms that a notice has arrived and states the deadline for a moderator's decision. */
export function noticeReceiptEmail(to: string, receipt: string, dueAt: Date): EmailMessage {
  return {
    to,
    subject: messages.receiptSubject,
    text: messages.receipt({
      receipt,
      due: formatEmailDateTime(dueAt),
      hours: noticeDeadlineHours,
      site: getSetting('site_name'),
    }),
  }
}

/**
 * Tells the operator, at the contact address, that a notice is waiting, without naming its sender or subject.
 */
export function newIntimateImageNoticeEmail(
  receipt: string,
  dueAt: Date,
  { found, held }: { found: number; held: number },
): EmailMessage {
  return {
    to: getContactEmail(),
    subject: `Intimate-image notice ${receipt}: decide by ${formatTime(dueAt)}`,
    text: `We have received an intimate-image notice. Number: ${receipt}
Items found by its addresses: ${found}${found ? ` (${held} of them hidden until a moderator decides)` : '. Look for the content yourself.'}
Decide by: ${formatTime(dueAt)}

${config.publicUrl}/mod
`,
  }
}

/**
 * Warns the operator, at the contact address, once an hour while the site receives too many notices. While
 * there are too many notices, the notices from one network cause at most one email an hour.
 */
export function noticeLimitReachedEmail(): EmailMessage {
  return {
    to: getContactEmail(),
    subject: 'Unusually many intimate-image notices',
    text: `We are receiving so many intimate-image notices that new ones no longer hide content automatically. They wait in the queue, each with a deadline of ${noticeDeadlineHours} hours. Reports by signed-in members can still hide content immediately.
You get at most one email per hour about the notices from one network. Many notices from one network are shown as a group that you can dismiss together:
${config.publicUrl}/mod
`,
  }
}

const outcomeTexts = defineMessages('emails/notice-outcomes', {
  unseen:
    'We received a very large number of notices from one network, and yours was one of them. We dismissed them together, so the content you named is visible. No moderator has checked your notice individually. If it is about a real picture, please reply to this email or contact us again, and a moderator will review it.',
  removed:
    'We reviewed the content and removed it permanently. If someone uploads a copy that we recognise, we reject it.',
  nothing:
    'We reviewed the content. It is not a private picture as you described it, so it is visible. If we got it wrong, reply to this email.',
  not_found:
    'We couldn’t find the content at the links you gave us. Please check the links and contact us again.',
})

/** Tells the sender of a notice what a moderator has decided. */
export function noticeOutcomeEmail(
  to: string,
  receipt: string,
  outcome: keyof typeof outcomeTexts,
): EmailMessage {
  return {
    to,
    subject: messages.outcomeSubject,
    text: messages.outcome({ receipt, outcome: outcomeTexts[outcome], site: getSetting('site_name') }),
  }
}

/** Tells the sender that content was restored after a successful appeal. */
export function noticeOutcomeReversedEmail(to: string, receipt: string): EmailMessage {
  return {
    to,
    subject: messages.reversedSubject,
    text: messages.reversed({ receipt, site: getSetting('site_name') }),
  }
}

function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

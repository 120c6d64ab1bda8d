import { noticeDeadlineHours } from '#contract/moderation/intimate-image-notices.ts'
import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'

/*
 * A sender's address is not verified, so anyone can have these emails sent to anyone. The emails therefore
 * contain nothing that the sender typed, not even a name, because it could be spam or phishing in the site's
 * name.
 */

/** Confirms that a notice has arrived and states by when a moderator decides. */
export function noticeReceiptEmail(to: string, receipt: string, dueAt: Date): EmailMessage {
  return {
    to,
    subject: 'We have your notice',
    text: `Hello,

we have your notice. Its number is ${receipt}.

We hide what you named as soon as we find it on this site. If one of us has already checked it, or if we are receiving an unusual number of notices, a person looks at it first.
A person decides by ${formatTime(dueAt)}, within ${noticeDeadlineHours} hours, and writes to you then.

What happened is not your fault. If you are in danger, call your local authorities first.

${config.siteName}
`,
  }
}

/** Tells the contact mailbox that a notice is waiting, without its sender and subject. */
export function newNoticeEmail(
  receipt: string,
  dueAt: Date,
  { found, held }: { found: number; held: number },
): EmailMessage {
  return {
    to: config.contactEmail,
    subject: `Notice of an intimate picture ${receipt}: decide by ${formatTime(dueAt)}`,
    text: `A notice of an intimate picture has come in. Number: ${receipt}
Found on this site by its addresses: ${found}${found ? ` (${held} of them hidden until somebody has decided)` : ': look for it by hand'}
To be decided by: ${formatTime(dueAt)}

${config.publicUrl}/mod
`,
  }
}

/**
 * Warns the contact mailbox once an hour while the site receives too many notices. During this time, each
 * network triggers at most one email an hour.
 */
export function noticeLimitReachedEmail(): EmailMessage {
  return {
    to: config.contactEmail,
    subject: 'Unusually many notices of intimate pictures',
    text: `So many notices have come in that new ones no longer hide anything by themselves. They wait in the queue, each with its clock of ${noticeDeadlineHours} hours. Signed-in members can still have something hidden at once by reporting it.
You get at most one email per hour for the notices of one network. Many from one network are shown as a group, which can be dismissed together:
${config.publicUrl}/mod
`,
  }
}

const outcomeTexts = {
  unseen:
    'It was one of very many notices from one network, which we have dismissed together, so what you named stays or is back. Nobody has checked your notice by itself. If it is about a real picture, please answer this letter or write to us again, and a person looks at it.',
  removed:
    'We looked at it and took it down for good. Copies of it that we recognise are refused from now on.',
  nothing:
    'We looked at it. What we found is not a private picture as you described it, so it stays or is back. If we got it wrong, answer this letter.',
  not_found:
    'We could not find it at the addresses you named. Please look at them once more and write to us again.',
}

/** Tells the sender of a notice what a moderator has decided. */
export function noticeOutcomeEmail(
  to: string,
  receipt: string,
  outcome: keyof typeof outcomeTexts,
): EmailMessage {
  return {
    to,
    subject: 'What became of your notice',
    text: `Hello,

this is about your notice ${receipt}.

${outcomeTexts[outcome]}

${config.siteName}
`,
  }
}

/** Tells the sender that content was restored after a successful appeal. */
export function noticeOutcomeReversedEmail(to: string, receipt: string): EmailMessage {
  return {
    to,
    subject: 'Your notice: it was looked at again',
    text: `Hello,

this is about your notice ${receipt}.

Whoever published it asked for a second look, and somebody else came to another decision: it is not a private picture as you described it, so it is back. If we got it wrong, answer this letter.

${config.siteName}
`,
  }
}

function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

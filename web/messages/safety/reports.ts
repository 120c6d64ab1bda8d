import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ReportSubject } from '#contract/moderation/report-reasons.ts'
import type { ReportOutcome } from '#contract/moderation/reports.ts'

/** The report dialog. */
export const reportDialogMessages = defineMessages('safety/report-dialog', {
  title: message<{ subject: ReportSubject }>(
    '{subject, select, content {Report this video} comment {Report this comment} other {Report this profile}}',
  ),
  step: message<{ number: number }>('Step {number} of 3'),
  what: 'What is wrong?',
  which: 'Which fits best?',
  private: 'Reports are anonymous. We never tell the person you report that it was you.',
  more: 'Anything else we should know?',
  moreHint: message<{ left: number }>('{left} characters left'),
  back: 'Back',
  send: 'Send report',
  close: 'Close',
  failed: 'Report not sent',
  gone: 'What you want to report is no longer available, so you don’t need to do anything else.',
  unsafe: {
    title: 'First, are you safe?',
    text: 'We’ll read your report, but we can’t send anyone to help you. These services can help right away:',
    after: 'You did nothing wrong. You don’t have to answer anyone who scares you, and you can block them.',
  },
  thanks: 'Thank you. We’ve received your report.',
  next: [
    'A person reviews every report. The most urgent reports come first.',
    'If the content could hurt someone, we may hide it from everyone before a person has reviewed it.',
    'We never tell the person you reported that it was you.',
  ],
  receipt: 'Your reference number',
  receiptMember: 'You’ll find the outcome under “My reports”.',
  receiptOut: 'Keep this number. You can use it to check the outcome of your report without an account.',
  copy: 'Copy number',
  copied: 'Number copied',
  copyFailed: 'Copy failed',
  mine: 'My reports',
})

/** The “My reports” page. */
export const myReportsMessages = defineMessages('safety/my-reports', {
  title: 'My reports',
  description: 'The reports you sent, and their outcomes.',
  lead: 'The reports you sent, and their outcomes. Only you can see this page.',
  none: 'You haven’t reported anything',
  noneText: 'If something is wrong, press Report under a video, next to a comment or on a profile.',
  lookUp: {
    title: 'Do you have a reference number?',
    text: 'Did you send a report while you were signed out? Look it up with its reference number.',
    field: 'Reference number',
    example: 'For example, K7QM-2R9D-XW4T-8HNP',
    action: 'Look up report',
    found: 'Outcome',
  },
  signIn: 'Sign in to see the reports you sent from your account',
  /** The names of the content types that people can report. */
  subject: { content: 'A video', comment: 'A comment', profile: 'A profile' } satisfies Record<
    ReportSubject,
    string
  >,
  quoted: message<{ text: string }>('“{text}”'),
  about: (text: string): string => {
    const short = [...text].length > 80 ? `${[...text].slice(0, 80).join('')}…` : text
    return short.startsWith('@') ? short : myReportsMessages.quoted({ text: short })
  },
  sent: 'Sent',
  decided: 'Decided',
  receipt: 'Reference number',
  newest: 'Newest reports',
  older: 'Older reports',
  more: 'More reports',
  open: 'Your report is open. A person will review it.',
  outcome: {
    removed: 'What you reported broke the rules, so we took it down.',
    limited:
      'What you reported stays on the site, but it no longer appears in search, charts or any list of videos.',
    rated_16: 'Only people aged 16 or older can now see what you reported.',
    account: 'What you reported broke the rules, so we took action against the account.',
    changed: 'What you reported broke the rules, so we took action.',
    nothing:
      'We reviewed what you reported and found that it doesn’t break the rules, so it stays on the site. Thank you for telling us.',
    gone: 'What you reported was deleted before we made a decision, so there is nothing left to do.',
  } satisfies Record<ReportOutcome, string>,
})

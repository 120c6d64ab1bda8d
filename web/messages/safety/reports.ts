import type { ReportSubject } from '#contract/moderation/report-reasons.ts'
import type { ReportOutcome } from '#contract/moderation/reports.ts'

const subjectNouns: Record<ReportSubject, string> = {
  content: 'video',
  comment: 'comment',
  profile: 'profile',
}

/** The report dialog. */
export const reportDialogMessages = {
  title: (subject: ReportSubject) => `Report this ${subjectNouns[subject]}`,
  step: (number: number) => `Step ${number} of 3`,
  what: 'What is wrong?',
  which: 'Which fits best?',
  private: 'Reports are anonymous. The person you report never learns who it was.',
  more: 'Anything else we should know?',
  moreHint: (left: number) => `${left} characters left`,
  back: 'Back',
  send: 'Send report',
  close: 'Close',
  failed: 'Report not sent',
  gone: 'It is gone already. You do not have to do anything more.',
  unsafe: {
    title: 'First: are you safe?',
    text: 'We read your report, but we cannot come to you. These can help right away:',
    after: 'You did nothing wrong. You do not have to answer anybody who scares you, and you can block them.',
  },
  thanks: 'Thank you. We have your report.',
  next: [
    'A person looks at it. What is dangerous comes first.',
    'If it may hurt somebody, it can disappear for everybody before that.',
    'The other side is never told who reported.',
  ],
  receipt: 'Your receipt',
  receiptMember: 'You find what comes of it under “My reports”.',
  receiptOut: 'Keep it: with it you can look up what comes of your report, without an account.',
  copy: 'Copy receipt',
  copied: 'Receipt copied',
  copyFailed: 'Copy failed',
  mine: 'My reports',
}

/** The list of your own reports. */
export const myReportsMessages = {
  title: 'My reports',
  description: 'What you reported, and what came of it.',
  lead: 'What you reported and what came of it. Only you see this.',
  none: 'You have not reported anything',
  noneText: 'When something is wrong, press Report under a video, beside a comment or on a profile.',
  lookUp: {
    title: 'You have a receipt?',
    text: 'Reports sent without signing in are found by their receipt.',
    field: 'Receipt',
    example: 'Like K7QM-2R9D-XW4T-8HNP',
    action: 'Look it up',
    found: 'What came of it',
  },
  signIn: 'Sign in to see the reports of your account',
  /** What a report is about. */
  subject: { content: 'A video', comment: 'A comment', profile: 'A profile' } satisfies Record<
    ReportSubject,
    string
  >,
  about: (text: string) => {
    const short = [...text].length > 80 ? `${[...text].slice(0, 80).join('')}…` : text
    return short.startsWith('@') ? short : `“${short}”`
  },
  sent: 'Sent',
  decided: 'Decided',
  receipt: 'Receipt',
  newest: 'Newest reports',
  older: 'Older reports',
  more: 'More reports',
  open: 'Open: a person will look at it.',
  outcome: {
    removed: 'It broke the rules. We took it down.',
    limited: 'It stays, but it is no longer shown in lists and search.',
    rated_16: 'It is now only shown to people who are 16 or older.',
    account: 'It broke the rules. We did something about the account.',
    changed: 'It broke the rules and was changed.',
    nothing: 'We looked at it and it stays: it does not break the rules. Thank you for telling us.',
    gone: 'It was deleted before we decided. There is nothing left to do.',
  } satisfies Record<ReportOutcome, string>,
}

import type { ModerationAction, AppealOutcome } from '#contract/moderation/moderation-policy.ts'
import { reportReasons } from '#contract/moderation/report-reasons.ts'

const actionNames: Record<ModerationAction, string> = {
  approve: 'Allowed to stay',
  limit: 'Shown to fewer people',
  rate_16: 'Rated 16+',
  hold: 'Held until somebody looked',
  remove: 'Removed',
  quarantine: 'Sealed away',
  warn: 'Warned',
  mute_comments: 'No comments for a while',
  suspend: 'Account suspended for a while',
  force_private: 'Profile made private',
  force_rename: 'Username changed',
  ban: 'Account banned',
  restore: 'Put back',
  dismiss: 'No rule was broken',
}

const outcomeNames: Record<AppealOutcome | 'open', string> = {
  reversed: 'Decided differently',
  upheld: 'Stayed as it was',
  open: 'Not decided yet',
}

/** Numbers of reports and decisions on this site. */
export const transparencyMessages = {
  kicker: 'Transparency',
  title: 'What we look into',
  description:
    'What was reported here, what was decided and how long it took, in numbers, quarter by quarter.',
  lead: 'How many reports came in, what people decided about them, how long it took, and how often a second look changed it.',
  none: 'The first numbers appear here when a quarter is over.',
  how: 'Numbers below five are not said, so that nobody can be found in them. Where a part is not said, the total is “at least”.',
  quarter: (quarter: string) => `${quarter.slice(5).replace('Q', 'Quarter ')} of ${quarter.slice(0, 4)}`,
  reports: 'Reports',
  actions: 'Decisions',
  appeals: 'Second looks',
  suspended: 'Accounts suspended or banned',
  median: 'Half of all decisions by people came within',
  hours: (hours: number) => (hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`),
  few: 'fewer than 5',
  atLeast: (count: number) => `at least ${count}`,
  total: 'All',
  nothing: 'None.',
  reason: (name: string) => (reportReasons as Record<string, { label: string }>)[name]?.label ?? name,
  action: (name: string) => (actionNames as Record<string, string>)[name] ?? name,
  outcome: (name: string) => (outcomeNames as Record<string, string>)[name] ?? name,
}

import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ModerationAction, AppealOutcome } from '#contract/moderation/moderation-policy.ts'
import { reportReasons } from '#contract/moderation/report-reasons.ts'

const actionNames: Record<ModerationAction, string> = {
  approve: 'Approved',
  limit: 'Made unlisted',
  rate_16: 'Rated 16+',
  hold: 'Held for review',
  refuse_replacement: 'New file rejected',
  stop_broadcast: 'Broadcast stopped',
  remove: 'Removed',
  quarantine: 'Quarantined',
  warn: 'Warned',
  mute_comments: 'Commenting suspended',
  suspend: 'Account temporarily suspended',
  force_private: 'Profile made private',
  force_rename: 'Username changed',
  ban: 'Account banned',
  restore: 'Restored',
  dismiss: 'No violation found',
}

const outcomeNames: Record<AppealOutcome | 'open', string> = {
  reversed: 'Decision reversed',
  upheld: 'Decision upheld',
  open: 'Decision pending',
}

/**
 * The interface text of the transparency page, which shows the number of reports, decisions and appeals in
 * each quarter.
 */
export const transparencyMessages = defineMessages('safety/transparency', {
  kicker: 'Transparency',
  title: 'Reports and decisions',
  description: 'How many reports we received, what we decided and how long it took, quarter by quarter.',
  lead: 'How many reports came in, what we decided, how long it took, and how often an appeal changed a decision.',
  none: 'There are no numbers yet. We publish them here after the end of each quarter.',
  how: 'We don’t show numbers below five, to protect people’s privacy. If a total includes a number that isn’t shown, the total starts with “at least”.',
  quarterOf: message<{ quarter: string; year: string }>('Quarter {quarter} of {year}'),
  /** Formats a quarter such as "2026-Q3" for display. */
  quarter: (quarter: string): string =>
    transparencyMessages.quarterOf({ quarter: quarter.slice(6), year: quarter.slice(0, 4) }),
  reports: 'Reports',
  actions: 'Decisions',
  appeals: 'Appeals',
  suspended: 'Accounts suspended or banned',
  median: 'Half of our moderators’ decisions were made within',
  hoursOnly: message<{ hours: number }>('{hours, plural, one {# hour} other {# hours}}'),
  days: message<{ days: number }>('{days, plural, one {# day} other {# days}}'),
  hours: (hours: number): string =>
    hours < 48
      ? transparencyMessages.hoursOnly({ hours })
      : transparencyMessages.days({ days: Math.round(hours / 24) }),
  few: 'fewer than 5',
  atLeast: message<{ count: number }>('at least {count}'),
  total: 'Total',
  nothing: 'None.',
  actionNames,
  outcomeNames,
  reason: (name: string): string => (reportReasons as Record<string, { label: string }>)[name]?.label ?? name,
  action: (name: string): string =>
    (transparencyMessages.actionNames as Record<string, string>)[name] ?? name,
  outcome: (name: string): string =>
    (transparencyMessages.outcomeNames as Record<string, string>)[name] ?? name,
})

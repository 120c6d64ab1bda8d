import { contactMessageRetentionDays } from '#contract/contact/contact-inbox.ts'
import { type RetentionRule, untilAccountDeletion } from './retention-rule.ts'

/** The retention rules for the contact inbox and for what the admin console shows about storage. */
export const consoleRetentionRules: readonly RetentionRule[] = [
  {
    tables: ['contact_messages', 'contact_replies'],
    kept: `${contactMessageRetentionDays.closed} days after the message was closed; a message that was never closed, one year`,
    by: 'sweep-contact-messages',
  },
  {
    tables: ['integrity_checks'],
    kept: 'until the next check, at most 90 days',
    by: 'here',
    sweep: { column: 'requested_at', days: 90 },
  },
  { tables: ['storage_totals'], kept: 'until the next measurement; no personal data', by: 'never' },
  {
    tables: ['storage_usage'],
    kept: `until the next daily measurement, and ${untilAccountDeletion}`,
    by: 'account',
  },
]

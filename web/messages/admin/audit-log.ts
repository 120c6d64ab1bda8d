import { defineMessages } from '#i18n/define-messages.ts'

/** The audit log in the admin console. */
export const auditLogMessages = defineMessages('admin/audit-log', {
  title: 'Audit log',
  description: 'What staff have done.',
  about:
    'Members appear under pseudonyms, because the log is kept after they delete their accounts. To follow one person, filter by username or id.',
  filters: 'Filter',
  actor: 'Staff member',
  actorHint: 'Username or id. “system” shows automatic actions and the command line.',
  action: 'Action',
  anyAction: 'All actions',
  subject: 'About',
  subjectHint: 'Username, or id of a person, video or comment',
  from: 'From',
  until: 'Until',
  apply: 'Apply filters',
  clear: 'Clear filters',
  system: 'System',
  time: 'Time',
  details: 'Details',
  none: { title: 'No entries', text: 'No entry matches these filters.' },
  older: 'Older entries',
  newest: 'Newest entries',
  pages: 'Pages of the audit log',
  table: 'Entries of the audit log',
  kinds: { profile: 'Person', content: 'Video', comment: 'Comment', message: 'Message', job: 'Job' },
  otherKind: 'Item',
})

import { defineMessages, message } from '#i18n/define-messages.ts'

/** The overview page of the admin console. */
export const adminOverviewMessages = defineMessages('admin/overview', {
  title: 'Overview',
  description: 'The state of the site.',
  version: message<{ version: string }>('Version {version}'),
  health: 'Health',
  statuses: { ok: 'OK', warning: 'Warning', problem: 'Problem' },
  cases: 'Open cases',
  overdueCases: 'Overdue cases',
  appeals: 'Open appeals',
  contact: 'Contact messages this week',
  jobs: 'Waiting jobs',
  videos: 'Videos waiting',
  oldest: 'Oldest waiting job',
  seconds: message<{ count: number }>('{count, plural, one {# second} other {# seconds}}'),
  processes: 'Web and worker processes',
  processCounts: message<{ web: string; worker: string }>('{web} web, {worker} worker'),
  storedFiles: message<{ kind: 'disk' | 'bucket' }>(
    '{kind, select, bucket {Files in the bucket} other {Files on disk}}',
  ),
  disk: 'Free disk space',
  diskSpace: message<{ free: string; total: string }>('{free} of {total}'),
  backup: 'Last backup',
  backupText: message<{ when: string; size: string }>('{when}, {size}'),
  noBackup: 'None yet',
  unknown: 'Unknown',
})

import { defineMessages, message } from '#i18n/define-messages.ts'
import type { StorageKind } from '#contract/admin/storage.ts'

/** The storage section of the admin console. */
export const adminStorageMessages = defineMessages('admin/storage', {
  title: 'Storage',
  description: 'How much the site stores, and whether everything is complete.',
  kinds: {
    renditions: 'Video renditions',
    originals: 'Uploaded files',
    images: 'Images and previews',
    broadcasts: 'Broadcasts',
    avatars: 'Avatars',
    exports: 'Data exports',
    other: 'Other files',
  } satisfies Record<StorageKind, string>,
  captions: 'Captions, in the database',
  database: 'Database',
  backup: 'Last backup',
  noBackup: 'No backup yet',
  disk: 'Disk space left',
  diskOf: message<{ free: string; total: string }>('{free} of {total}'),
  diskUnknown: 'Unknown',
  byKind: 'By kind',
  kind: 'Kind',
  files: 'Files',
  size: 'Size',
  measuredAt: message<{ when: string }>('Counted on {when}. Counted again every night.'),
  notMeasured: 'The files haven’t been counted yet. They are counted every night.',
  isMeasuring: 'A worker is counting the files.',
  measure: 'Count again',
  byPerson: 'Largest users',
  person: 'Person',
  quotaUse: 'Of the quota',
  noQuota: 'No quota is set, so people can upload any amount.',
  quota: message<{ size: string }>('Each person may upload {size}.'),
  noPeople: 'No one has uploaded anything yet.',
  check: 'Check of the database and the files',
  checkLead:
    'Compares every file with the database, and the database with its own rules. Nothing is changed.',
  startCheck: 'Start check',
  startAgain: 'Check again',
  checkWaiting: 'Waiting for a worker.',
  checkRunning: message<{ files: string; size: string }>(
    'Running: {files} files with {size} checked so far.',
  ),
  checkProgress: 'Progress of the check',
  checkFailed: 'The last check did not finish. Read the log of the workers, then start it again.',
  checkClean: message<{ when: string; files: string; size: string }>(
    'No problems found on {when}, in {files} files with {size}.',
  ),
  checkProblems: message<{ n: number; when: string }>(
    '{n, plural, one {# problem} other {# problems}} found on {when}.',
  ),
  examples: message<{ n: number }>('{n, plural, one {Show # example} other {Show # examples}}'),
  done: { measure: 'A worker will count the files', check: 'The check has started' },
})

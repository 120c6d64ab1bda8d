/** What the operator can do about each kind of problem that `verify` finds. */
const remedies = {
  counter_wrong:
    'The counter stays wrong until it is corrected. Set it to the number of rows, and report how it happened.',
  ready_without_rendition: 'The video is listed but does not play. Restore it from a backup or delete it.',
  playlist_broken: 'The video does not play without this file. Restore the file from a backup.',
  segment_missing: 'Playback stops at this segment. Restore the file from a backup.',
  segment_empty: 'Playback stops at this segment. Restore the file from a backup.',
  size_wrong: 'The file was changed or damaged. Restore it from a backup.',
  file_missing: 'Restore the file from a backup.',
  file_empty: 'Restore the file from a backup.',
  file_without_row: 'The file is not reachable. Check what it is, then delete it.',
  work_left: 'A worker left this folder behind. Delete it.',
  username_twice: 'Rename one of the accounts, then recreate the unique index of profiles.',
  minor_named: 'Set display_name_mode to username and clear display_name immediately.',
  job_silent:
    'Check that a worker is running (ROLE all or worker). If so, restart it, and the job continues.',
  upload_forgotten: 'The video will not become playable. The owner can upload it again.',
  audit_broken: 'The log was changed in the database. Keep a copy and find out who changed it.',
} as const

export type IntegrityFindingCode = keyof typeof remedies

export interface IntegrityFinding {
  code: IntegrityFindingCode
  /** A sentence that describes the problem. */
  what: string
  /** The database row or the storage key in which the problem was found. */
  where: string
  mend: string
}

export function createIntegrityFinding(
  code: IntegrityFindingCode,
  where: string,
  what: string,
): IntegrityFinding {
  return { code, what, where, mend: remedies[code] }
}

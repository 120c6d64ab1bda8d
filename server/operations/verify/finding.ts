/** Every kind of problem with a site's data, and how to fix it. */
const remedies = {
  counter_wrong:
    'Its next like or comment keeps the error. Set it from the rows, and tell us how it came about.',
  ready_without_rendition: 'It is listed and does not play. Restore it from a backup, or delete it.',
  playlist_broken: 'Restore the file from a backup; the player can’t do without it.',
  segment_missing: 'Restore the file from a backup; the film stops there.',
  segment_empty: 'Restore the file from a backup; the film stops there.',
  size_wrong: 'The file is not the one that was made. Restore it from a backup.',
  file_missing: 'Restore the file from a backup.',
  file_empty: 'Restore the file from a backup.',
  file_without_row: 'Nobody can reach it. Look what it is, then remove it.',
  work_left: 'A worker has left it behind. Remove it.',
  username_twice: 'Rename one of them, then make the unique index of profiles anew.',
  minor_named: 'Set display_name_mode to username and display_name to nothing, now.',
  job_silent: 'Is a worker running (ROLE all or worker)? If so restart it; the job is taken over.',
  upload_forgotten: 'Nobody will make it playable. Its owner can upload it again.',
  audit_broken: 'Somebody changed the log in the database. Keep a copy of it, and find out who.',
} as const

export type FindingCode = keyof typeof remedies

export interface VerificationFinding {
  code: FindingCode
  /** The problem, as a sentence. */
  what: string
  /** The row or storage key concerned. */
  where: string
  mend: string
}

export function createFinding(code: FindingCode, where: string, what: string): VerificationFinding {
  return { code, what, where, mend: remedies[code] }
}

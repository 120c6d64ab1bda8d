import type { StorageOverview } from '#contract/admin/storage.ts'

/** Formats the numbers for a terminal. */
export function formatStorageOverview(overview: StorageOverview): string {
  const { measured_at, files, people, captions_bytes, database_bytes, disk, last_backup } = overview
  const rows: [string, string][] = [
    ...files.map(({ kind, files: count, bytes }): [string, string] => [
      kind,
      `${formatBytes(bytes)} in ${count} files`,
    ]),
    ['captions', `${formatBytes(captions_bytes)} (in the database)`],
    ['database', formatBytes(database_bytes)],
  ]
  if (disk) rows.push(['disk', `${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} free`])
  if (last_backup) rows.push(['last backup', `${formatBytes(last_backup.bytes)}, ${last_backup.finished_at}`])
  return [
    measured_at
      ? `Measured at ${measured_at}.`
      : 'The files have not been counted yet. Count them with: npm run admin -- measure-storage',
    ...rows.map(([label, text]) => `${label.padEnd(12)} ${text}`),
    ...(people.length > 0 ? ['', 'People who use the most of their quota:'] : []),
    ...people.map(({ username, bytes }) => `@${username.padEnd(20)} ${formatBytes(bytes)}`),
  ].join('\n')
}

function formatBytes(bytes: number): string {
  const megabytes = bytes / 1e6
  return megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${megabytes.toFixed(1)} MB`
}

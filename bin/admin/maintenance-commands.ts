import { config } from '#server/platform/config.ts'
import { loadSigningSecret } from '#server/platform/signing-secret.ts'
import { readAfterbellVersion } from '#server/operations/afterbell-version.ts'
import { createBackup } from '#server/operations/backup/backup.ts'
import { recordBackupRun } from '#server/operations/backup/backup-runs.ts'
import { formatDiagnosis } from '#server/operations/doctor/diagnose.ts'
import { runDoctor } from '#server/operations/doctor/doctor.ts'
import { checkBackup } from '#server/operations/restore/check-backup.ts'
import { deletePreRestoreData } from '#server/operations/restore/delete-pre-restore-data.ts'
import { restoreBackup } from '#server/operations/restore/restore.ts'
import { assertNoRestoreInProgress } from '#server/operations/restore/swap-data-folders.ts'
import { formatIntegrityReport } from '#server/operations/verify/format-integrity-report.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { reencryptSecrets } from '#server/operations/reencrypt-secrets.ts'

/** The output of a command. The process exits with code 0 if `isSuccess` is true, otherwise with code 1. */
export interface CommandResult {
  text: string
  isSuccess: boolean
}

interface CommandArgs {
  databaseUrl: string
  what: string | undefined
  flag: string | undefined
}

/**
 * The operator commands that work on all of the site's data. A command returns undefined if its arguments are
 * invalid.
 */
export const maintenanceCommands: Record<string, (asked: CommandArgs) => Promise<CommandResult | undefined>> =
  {
    doctor: ({ what }) => diagnoseSite(what === '--json'),
    verify: ({ what }) => runVerify(what === '--json'),
    backup: runBackup,
    restore: runRestore,
    'forget-old-data': deleteOldData,
    'reencrypt-secrets': reencryptStoredSecrets,
  }

async function diagnoseSite(isJson: boolean): Promise<CommandResult> {
  // The doctor also runs if the database does not respond. It then reports this problem.
  await refreshSettings().catch(() => {})
  const findings = await runDoctor(process.env)
  return {
    text: isJson ? JSON.stringify(findings, null, 2) : formatDiagnosis(findings),
    isSuccess: !findings.some(({ status }) => status === 'problem'),
  }
}

async function runVerify(isJson = false): Promise<CommandResult> {
  assertNoRestoreInProgress(config.dataDir)
  const report = await verifySiteIntegrity()
  return {
    text: isJson ? JSON.stringify(report, null, 2) : formatIntegrityReport(report),
    isSuccess: report.findings.length === 0,
  }
}

async function runBackup({ databaseUrl, what: into, flag }: CommandArgs): Promise<CommandResult | undefined> {
  if (!into || (flag && flag !== '--list-only')) return undefined
  assertNoRestoreInProgress(config.dataDir)
  const withObjects = !(config.s3 && flag === '--list-only')
  const version = await readAfterbellVersion()
  const { folder, manifest } = await createBackup({ into, databaseUrl, version, withObjects })
  await recordBackupRun(manifest)
  const { tables, jobs, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = (files.size / 2 ** 20).toFixed(1)
  return {
    text: [
      folder,
      `${rows} rows in ${tables.length} tables, ${jobs.rows} waiting jobs, ${files.count} files of ${size} MiB (${files.are}).`,
      ...(files.missing > 0
        ? [`${files.missing} files were deleted with their content during the backup.`]
        : []),
      'The backup contains secrets: email addresses, password hashes, sessions and the site’s key. Only your user can read it here. Encrypt every copy.',
      'Files on the same disk are hard links and take no space. Copy the folder to another machine.',
    ].join('\n'),
    isSuccess: true,
  }
}

async function runRestore({
  databaseUrl,
  what: folder,
  flag,
}: CommandArgs): Promise<CommandResult | undefined> {
  if (!folder || (flag && flag !== '--check')) return undefined
  if (flag) {
    const { made_at, tables, files } = await checkBackup(folder)
    const text = `The backup is valid: made at ${made_at}, ${tables.length} tables, ${files.count} files. Nothing was changed.`
    return { text, isSuccess: true }
  }
  const { jobWorkers } = await import('#server/app.ts')
  const kept = await restoreBackup({
    folder,
    databaseUrl,
    dataDir: config.dataDir,
    hasS3Bucket: config.s3 !== undefined,
    jobs: jobWorkers.map(({ job }) => job),
    reportProgress: (line) => console.log(line),
  })
  const { text, isSuccess } = await runVerify()
  const old = `The old data is kept: the database schema ${kept.schema}${kept.replacedFolder ? ` and ${kept.replacedFolder}` : ''}.`
  const end =
    'Start the site. Once everything works, delete the old data with: npm run admin -- forget-old-data'
  return { text: ['Restored.', text, old, end].join('\n'), isSuccess }
}

async function deleteOldData({ databaseUrl }: CommandArgs): Promise<CommandResult> {
  const gone = await deletePreRestoreData(databaseUrl, config.dataDir)
  return {
    text: gone.length > 0 ? `Removed: ${gone.join(', ')}` : 'There is nothing to remove.',
    isSuccess: true,
  }
}

async function reencryptStoredSecrets(): Promise<CommandResult> {
  await loadSigningSecret()
  const { changed, unreadable } = await reencryptSecrets()
  const text = [
    `Encrypted again with the first of ENCRYPTION_KEYS: ${changed}.`,
    ...(unreadable > 0
      ? [
          `Could not be read with any key: ${unreadable}. Put the earlier keys back into ENCRYPTION_KEYS, and repeat the command.`,
        ]
      : ['No stored secret needs the other keys any more.']),
  ]
  return { text: text.join('\n'), isSuccess: unreadable === 0 }
}

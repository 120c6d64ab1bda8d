import { readFile } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'
import { createBackup } from '#server/operations/backup/backup.ts'
import { checkBackup } from '#server/operations/restore/check-backup.ts'
import { dropReplacedData } from '#server/operations/restore/drop-replaced-data.ts'
import { restoreBackup } from '#server/operations/restore/restore.ts'
import { assertNoRestoreInProgress } from '#server/operations/restore/swap-files.ts'
import { formatVerificationReport } from '#server/operations/verify/format-report.ts'
import { verifySite } from '#server/operations/verify/verify.ts'

/** The output of a command, and whether it exits with 0. */
export interface CommandResult {
  text: string
  isGood: boolean
}

interface CommandArgs {
  databaseUrl: string
  what: string | undefined
  flag: string | undefined
}

/** Commands that work on all data at once. They return undefined when the arguments are wrong. */
export const dataCommands: Record<string, (asked: CommandArgs) => Promise<CommandResult | undefined>> = {
  verify: ({ what }) => runVerify(what === '--json'),
  backup: runBackup,
  restore: runRestore,
  'forget-old-data': deleteOldData,
}

async function runVerify(isJson = false): Promise<CommandResult> {
  assertNoRestoreInProgress(config.dataDir)
  const report = await verifySite()
  return {
    text: isJson ? JSON.stringify(report, null, 2) : formatVerificationReport(report),
    isGood: report.findings.length === 0,
  }
}

async function runBackup({ databaseUrl, what: into, flag }: CommandArgs): Promise<CommandResult | undefined> {
  if (!into || (flag && flag !== '--list-only')) return undefined
  assertNoRestoreInProgress(config.dataDir)
  const withObjects = !(config.s3 && flag === '--list-only')
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const { folder, manifest } = await createBackup({ into, databaseUrl, version, withObjects })
  const { tables, jobs, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = (files.size / 2 ** 20).toFixed(1)
  return {
    text: [
      folder,
      `${rows} rows of ${tables.length} tables, ${jobs.rows} waiting jobs, ${files.count} files of ${size} MiB (${files.are}).`,
      ...(files.missing > 0
        ? [`${files.missing} files went while it was made: what they belong to was deleted.`]
        : []),
      'It holds secrets: email addresses, password hashes, sessions, the site’s key. Only you can read it here; encrypt it where it goes.',
      'Files on the same disk are links and take no room. Take the folder to another machine.',
    ].join('\n'),
    isGood: true,
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
    const text = `Good: made at ${made_at}, ${tables.length} tables, ${files.count} files. Nothing was changed.`
    return { text, isGood: true }
  }
  const { jobWorkers } = await import('#server/app.ts')
  const kept = await restoreBackup({
    folder,
    databaseUrl,
    dataDir: config.dataDir,
    hasBucket: config.s3 !== undefined,
    jobs: jobWorkers.map(({ job }) => job),
    tell: (line) => console.log(line),
  })
  const { text, isGood } = await runVerify()
  const old = `What was there before is kept: the schema ${kept.schema} of the database${kept.aside ? `, and ${kept.aside}` : ''}.`
  const end = 'When all is well, npm run admin -- forget-old-data removes it. Then start the site.'
  return { text: ['Restored.', text, old, end].join('\n'), isGood }
}

async function deleteOldData({ databaseUrl }: CommandArgs): Promise<CommandResult> {
  const gone = await dropReplacedData(databaseUrl, config.dataDir)
  return {
    text: gone.length > 0 ? `Removed: ${gone.join(', ')}` : 'There is nothing to remove.',
    isGood: true,
  }
}

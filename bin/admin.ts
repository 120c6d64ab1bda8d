/*
 * Commands for operators. The commands use the configured database. The site can keep running during a
 * command, except where noted below.
 *   npm run admin -- make-admin EMAIL          also: make-safety-lead, make-moderator, make-user (removes the role)
 *   npm run admin -- add-staff EMAIL USERNAME  creates a moderator over the age limit (an admin, if EMAIL is ADMIN_EMAIL)
 *   npm run admin -- suspend EMAIL DAYS STAFF_EMAIL  suspends an account in the name of an admin or safety lead
 *   npm run admin -- sign-out EMAIL            ends all sessions and access tokens of one account; `everybody` ends all
 *   npm run admin -- staff                     lists all staff accounts
 *   npm run admin -- reset-two-factor EMAIL    turns off two-factor sign-in for a person who lost their phone and recovery codes
 *   npm run admin -- feature CONTENT_ID        features a video that everyone can find; `unfeature` undoes it
 *   npm run admin -- reprocess CONTENT_ID      transcodes a video again from its uploaded file
 *   npm run admin -- jobs [STATE] [NAME]       lists the jobs of the queue: running (default), waiting or failed
 *   npm run admin -- retry-job NAME ID         runs a failed job again; `cancel-job` cancels a waiting job
 *   npm run admin -- storage [--json]          shows how much is stored; `measure-storage` counts the files again
 *   npm run admin -- contact [open|closed]     lists the messages of the contact form
 *   npm run admin -- close-message ID          closes a message of the contact form; `reopen-message` undoes it
 *   npm run admin -- settings list             shows all settings that can be changed while the site is running
 *   npm run admin -- settings get KEY          also: set KEY VALUE, unset KEY, export [FILE], import FILE
 *   npm run admin -- invite                    creates an invitation link; also with --uses N, --days N and --note TEXT
 *   npm run admin -- audit verify              checks the audit log; exits with 1 and names the first altered row
 *   npm run admin -- audit verify N:HASH       also checks that row N still has the hash that was recorded earlier
 *   npm run admin -- webhooks                   lists the webhooks; `webhooks help` lists what else it can do with them
 *   npm run admin -- doctor [--json]           checks settings, database, storage, email, sandbox, proxy and backups, and says what to do
 *   npm run admin -- verify [--json]           compares the database with the files; exits with 1 if it finds problems
 *   npm run admin -- backup FOLDER             writes a backup to a new folder in FOLDER; --list-only lists the files of a bucket without copying them
 *   npm run admin -- restore BACKUP            replaces the current data (stop the site first), then verifies;
 *                                              --check only reads the backup
 *   npm run admin -- reencrypt-secrets         encrypts stored secrets with the first of ENCRYPTION_KEYS
 *   npm run admin -- forget-old-data           deletes the old data that restores have kept
 */
import { join } from 'node:path'
import { initializeAuth } from '#server/auth/auth.ts'
import { endSessionsForAccount } from '#server/auth/active-sessions.ts'
import { suspendByOperator } from '#server/admin/people/suspend-by-operator.ts'
import { addStaff } from '#server/moderation/staff/add-staff.ts'
import { verifyAuditLogChain } from '#server/moderation/audit/verify-audit-chain.ts'
import { resetTwoFactor } from '#server/moderation/staff/reset-two-factor.ts'
import { listStaff, setUserRole } from '#server/moderation/staff/roles.ts'
import { loadConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/settings/config-error.ts'
import { withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { isDatabaseUnavailable } from '#server/platform/http/error-responses.ts'
import { emailWorkers } from '#server/platform/jobs.ts'
import { type JobWorker, startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'
import { StorageUnavailableError } from '#server/platform/storage/storage-errors.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { consoleUsage, isConsoleCommand, runConsoleCommand } from './admin/console-commands.ts'
import { maintenanceCommands, type CommandResult } from './admin/maintenance-commands.ts'
import { runWebhookCommand } from './admin/webhook-commands.ts'
import { runInviteCommand, runSettingsCommand } from './admin/settings-commands.ts'
import { assertSiteExists, openSiteDatabase } from './site-database.ts'

const roles = {
  'make-admin': 'admin',
  'make-safety-lead': 'safety_lead',
  'make-moderator': 'moderator',
  'make-user': 'user',
} as const

const usage = `npm run admin -- ${[
  `${Object.keys(roles).join('|')} EMAIL`,
  'add-staff EMAIL USERNAME',
  'suspend EMAIL DAYS STAFF_EMAIL',
  'sign-out EMAIL|everybody',
  'reset-two-factor EMAIL',
  'staff',
  consoleUsage,
  'settings list|get|set|unset|export|import',
  'invite [--uses N] [--days N] [--note TEXT]',
  'audit verify [N:HASH]',
  'webhooks [help]',
  'doctor [--json]',
  'verify [--json]',
  'backup FOLDER [--list-only]',
  'restore BACKUP [--check]',
  'reencrypt-secrets',
  'forget-old-data',
].join(', ')}`

/** Prints the usage without connecting to the database. */
if (['help', '--help', '-h', undefined].includes(process.argv[2])) {
  console.log(usage)
  process.exit(process.argv[2] === undefined ? 1 : 0)
}

try {
  const config = loadConfig(process.env)
  if (process.argv[2] !== 'restore') await assertSiteExists()
  const database = await openSiteDatabase()
  setStorage(config.s3 ? createS3Storage(config.s3) : createDiskStorage(join(config.dataDir, 'files')))
  try {
    const said = await withBackgroundTimeouts(() => runCommand(database.url, process.argv.slice(2)))
    console.log(said.text)
    process.exitCode = said.isSuccess ? 0 : 1
  } finally {
    await database.close()
  }
} catch (error) {
  const words = operatorMessageFor(error)
  if (!words) throw error
  console.error(words)
  process.exitCode = 1
}

/**
 * Returns a message for an error that the operator can fix, and undefined for a bug, which is printed with a
 * stack trace.
 */
function operatorMessageFor(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof OperatorCommandError) return error.message
  if (error instanceof StorageUnavailableError)
    return `The bucket does not respond (${error.message}). Check that it is running and that S3_ENDPOINT is correct, then try again.`
  if (isDatabaseUnavailable(error))
    return `The database does not respond (${error.message}). Check that it is running and that DATABASE_URL is correct, then try again.`
  return undefined
}

async function runCommand(databaseUrl: string, args: string[]): Promise<CommandResult> {
  const [verb, what, more, last] = args
  const about =
    verb &&
    verb in maintenanceCommands &&
    (await maintenanceCommands[verb]!({ databaseUrl, what, flag: more }))
  if (about) return about
  if (verb === 'audit' && what === 'verify') return verifyAuditLog(more)
  // The audit log contains pseudonyms, which need the site's key.
  await initializeAuth()
  if (verb === 'webhooks') return runWebhookCommand(args.slice(1))
  if (isConsoleCommand(verb)) {
    const done = await withQueue(databaseUrl, () => runConsoleCommand(verb, what, more))
    return done ?? { text: usage, isSuccess: false }
  }
  // Emails contain the name of the site.
  await refreshSettings()
  const result =
    (verb === 'settings' && (await runSettingsCommand(args.slice(1)))) ||
    (verb === 'invite' && (await runInviteCommand(args.slice(1))))
  if (result) return result
  if (verb === 'add-staff' && what && more) return addStaff(what, more)
  if (verb === 'suspend' && what && more && last) return suspendOnSite(databaseUrl, what, Number(more), last)
  if (verb === 'sign-out' && what)
    return { text: `${await endSessionsForAccount(what)} sessions ended.`, isSuccess: true }
  if (verb === 'reset-two-factor' && what) return withQueue(databaseUrl, () => resetTwoFactor(what))
  if (verb === 'staff') return { text: await listStaff(), isSuccess: true }
  if (verb && verb in roles && what) return setUserRole(what, roles[verb as keyof typeof roles])
  return { text: usage, isSuccess: false }
}

/**
 * Runs `work` with a job queue, by default only for emails. The site's workers send the queued emails. If no worker is
 * running, the emails are sent when one starts.
 */
async function withQueue<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  workers: readonly JobWorker[] = emailWorkers,
): Promise<T> {
  await startQueue(
    databaseUrl,
    workers.map(({ job }) => job),
    false,
  )
  try {
    return await work()
  } finally {
    await stopQueue()
  }
}

/** Suspends an account. The whole app is loaded, because its listeners notify the person. */
async function suspendOnSite(
  databaseUrl: string,
  email: string,
  days: number,
  staffEmail: string,
): Promise<CommandResult> {
  const { jobWorkers } = await import('#server/app.ts')
  return withQueue(databaseUrl, () => suspendByOperator(email, days, staffEmail), jobWorkers)
}

async function verifyAuditLog(mark: string | undefined): Promise<CommandResult> {
  const { verifiedRows, head, firstInvalidRow, isMarkFound } = await verifyAuditLogChain(mark)
  if (firstInvalidRow)
    return {
      text: `Broken at row ${firstInvalidRow.seq}: ${firstInvalidRow.why}. The ${verifiedRows} rows before it were not changed.`,
      isSuccess: false,
    }
  if (isMarkFound === false)
    return { text: `The log does not contain ${mark}: rows were deleted or rewritten.`, isSuccess: false }
  return {
    text: `${verifiedRows} rows checked, none was changed. Keep this for the next check: ${verifiedRows}:${head}`,
    isSuccess: true,
  }
}

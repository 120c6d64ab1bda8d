/*
 * What an operator does by hand, on the database of these settings; the site may be running.
 *   npm run admin -- make-admin EMAIL          also: make-safety-lead, make-moderator, make-user (takes a role away)
 *   npm run admin -- add-staff EMAIL USERNAME   an account for a moderator who is older than those who join here
 *   npm run admin -- sign-out EMAIL            ends all sessions of one person, programs too; `everybody` ends all there are
 *   npm run admin -- staff                     who has a role
 *   npm run admin -- reset-two-factor EMAIL    for who has lost phone and recovery codes: signing in asks for no code any more
 *   npm run admin -- audit verify              walks the audit log; ends with 1 and names the first row that was changed
 *   npm run admin -- audit verify N:HASH       and that it still holds row N as it was when this was written down
 *   npm run admin -- verify [--json]           holds database and files against each other; ends with 1 when something is wrong
 *   npm run admin -- backup FOLDER             a backup in a folder of its own there; --list-only leaves a bucket's files where they are
 *   npm run admin -- restore BACKUP            puts it in the place of what is there (the site must be stopped), then verifies;
 *                                              --check only reads it through
 *   npm run admin -- forget-old-data           removes what restores have kept aside
 */
import { join } from 'node:path'
import { startAuth } from '#server/auth/auth.ts'
import { endSessionsByEmail } from '#server/auth/active-sessions.ts'
import { addStaff } from '#server/moderation/staff/add-staff.ts'
import { verifyAuditChain } from '#server/moderation/audit/verify-audit-chain.ts'
import { resetTwoFactor } from '#server/moderation/staff/reset-two-factor.ts'
import { listStaff, setUserRole } from '#server/moderation/staff/roles.ts'
import { ConfigError, loadConfig } from '#server/platform/config.ts'
import { withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { isDatabaseUnavailable } from '#server/platform/http/error-responses.ts'
import { emailWorkers } from '#server/platform/email.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { StorageUnavailable } from '#server/platform/storage/storage-errors.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { OperatorError } from '#server/operations/operator-error.ts'
import { dataCommands, type CommandResult } from './admin/data-commands.ts'
import { openSiteDatabase } from './site-database.ts'

const roles = {
  'make-admin': 'admin',
  'make-safety-lead': 'safety_lead',
  'make-moderator': 'moderator',
  'make-user': 'user',
} as const

const usage = `npm run admin -- ${Object.keys(roles).join('|')} EMAIL, add-staff EMAIL USERNAME, sign-out EMAIL|everybody, reset-two-factor EMAIL, staff, audit verify [N:HASH], verify [--json], backup FOLDER [--list-only], restore BACKUP [--check], or forget-old-data`

/** Printing the usage needs no database. */
if (['help', '--help', '-h', undefined].includes(process.argv[2])) {
  console.log(usage)
  process.exit(process.argv[2] === undefined ? 1 : 0)
}

try {
  const config = loadConfig(process.env)
  const database = await openSiteDatabase()
  setStorage(config.s3 ? createS3Storage(config.s3) : createLocalStorage(join(config.dataDir, 'files')))
  try {
    const said = await withBackgroundTimeouts(() => runCommand(database.url, process.argv.slice(2)))
    console.log(said.text)
    process.exitCode = said.isGood ? 0 : 1
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
 * Returns a sentence for errors that the operator can fix. Other errors are bugs and are printed with a stack
 * trace.
 */
function operatorMessageFor(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message
  if (error instanceof StorageUnavailable)
    return `The bucket does not answer (${error.message}). See that it runs and that S3_ENDPOINT is right, then ask again.`
  if (isDatabaseUnavailable(error))
    return `The database does not answer (${error.message}). See that it runs and that DATABASE_URL is right, then ask again.`
  return undefined
}

async function runCommand(databaseUrl: string, [verb, what, more]: string[]): Promise<CommandResult> {
  const about = verb && verb in dataCommands && (await dataCommands[verb]!({ databaseUrl, what, flag: more }))
  if (about) return about
  if (verb === 'audit' && what === 'verify') return verifyAuditLog(more)
  await startAuth()
  if (verb === 'add-staff' && what && more) return addStaff(what, more)
  if (verb === 'sign-out' && what)
    return { text: `${await endSessionsByEmail(what)} sessions ended.`, isGood: true }
  if (verb === 'reset-two-factor' && what) return withQueue(databaseUrl, () => resetTwoFactor(what))
  if (verb === 'staff') return { text: await listStaff(), isGood: true }
  if (verb && verb in roles && what) return setUserRole(what, roles[verb as keyof typeof roles])
  return { text: usage, isGood: false }
}

/** Runs `work` with a job queue for emails. The site's workers send them, even if they start later. */
async function withQueue<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  await startQueue(
    databaseUrl,
    emailWorkers.map(({ job }) => job),
    false,
  )
  try {
    return await work()
  } finally {
    await stopQueue()
  }
}

async function verifyAuditLog(mark: string | undefined): Promise<CommandResult> {
  const { good, head, broken, marked } = await verifyAuditChain(mark)
  if (broken)
    return {
      text: `Broken at row ${broken.seq}: ${broken.why}. The ${good} before it are as they were written.`,
      isGood: false,
    }
  if (marked === false)
    return { text: `The log does not hold ${mark}: rows were taken away or written anew.`, isGood: false }
  return { text: `${good} rows, all as they were written. Write down ${good}:${head}`, isGood: true }
}

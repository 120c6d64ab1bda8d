import { sql } from 'kysely'
import type { IntegrityCheck } from '#contract/admin/storage.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import type { IntegrityFinding } from '#server/operations/verify/integrity-finding.ts'
import { type IntegrityReport, verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { type Db, db, type Tx, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { defineJob, enqueue, type JobContext } from '#server/platform/queue/queue.ts'
import type { ConsoleActor } from '../console-actor.ts'

/** Compares the database with the files, like `npm run admin -- verify`, and stores the result. */
export const integrityCheckJob = defineJob<{ checkId: string }>('check-integrity', { retryLimit: 2 })

const progressIntervalMs = 2000

/** Starts a check, or returns the check that is waiting or running. */
export async function startIntegrityCheck(actor: ConsoleActor): Promise<IntegrityCheck> {
  return transaction(async (tx) => {
    await tx
      .updateTable('integrity_checks')
      .set({ state: 'failed', finished_at: sql<Date>`now()` })
      .where('state', 'in', ['waiting', 'running'])
      .where(sql<boolean>`not ${hasJob}`)
      .execute()
    const started = await tx
      .insertInto('integrity_checks')
      .defaultValues()
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (started) {
      await enqueue(tx, integrityCheckJob, { checkId: started.id })
      await writeAuditEntry(tx, { action: 'check integrity', actor: actor.id })
    }
    return (await loadLastIntegrityCheck(tx))!
  })
}

/** Whether the queue contains an unfinished job for the check. A cancelled job leaves a check without a job. */
const hasJob = sql<boolean>`exists (select from pgboss.job where name = ${sql.lit(integrityCheckJob.name)}
  and state < 'completed' and data->>'checkId' = integrity_checks.id::text)`

/** Returns the newest check, or null if the console has never started one. */
export async function loadLastIntegrityCheck(from: Db | Tx = db): Promise<IntegrityCheck | null> {
  const row = await from
    .selectFrom('integrity_checks')
    .selectAll()
    .select(sql<boolean>`state in ('waiting', 'running') and not ${hasJob}`.as('is_lost'))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const findings = row.findings as IntegrityFinding[]
  const counts = row.counts as IntegrityReport['counts']
  return {
    id: row.id,
    state: row.is_lost ? 'failed' : row.state,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    items: row.items,
    files: row.files,
    bytes: row.bytes,
    findings: Object.entries(counts).map(([code, count]) => {
      const ofCode = findings.filter((finding) => finding.code === code)
      const examples = ofCode.map(({ where, what }) => ({ where, what }))
      return { code, count, advice: ofCode[0]?.mend ?? '', examples }
    }),
  }
}

/** The handler of the job. If the worker dies, the next attempt starts from the beginning. */
export async function runIntegrityCheck(
  { checkId }: { checkId: string },
  { stopping }: Pick<JobContext, 'stopping'>,
): Promise<void> {
  if (!(await saveProgress(checkId, { state: 'running' }))) return
  let progress: Readonly<IntegrityReport> | undefined
  const timer = setInterval(() => {
    if (!progress) return
    const { items, files, bytes } = progress.looked
    saveProgress(checkId, { state: 'running', items, files, bytes }).catch((error: Error) =>
      log.warn('could not store the progress of a check', { error: error.message }),
    )
  }, progressIntervalMs)
  try {
    const report = await verifySiteIntegrity(Date.now(), (live) => (progress = live))
    clearInterval(timer)
    await saveResult(checkId, report)
  } catch (error) {
    if (stopping.aborted) throw error
    log.warn('the check of the database and the files failed', { error: (error as Error).message })
    await saveProgress(checkId, { state: 'failed', finished_at: new Date() })
  } finally {
    clearInterval(timer)
  }
}

interface Progress {
  state: 'running' | 'failed'
  finished_at?: Date
  items?: number
  files?: number
  bytes?: number
}

/** Returns false if the check has already ended. */
async function saveProgress(id: string, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('integrity_checks')
    .set({ ...progress, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the result and deletes the results of earlier checks. */
async function saveResult(id: string, { looked, findings, counts }: IntegrityReport): Promise<void> {
  const { items, files, bytes } = looked
  await transaction(async (tx) => {
    await tx
      .updateTable('integrity_checks')
      .set({
        state: 'done',
        items,
        files,
        bytes,
        finished_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .set({ findings: JSON.stringify(findings), counts: JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    await tx
      .deleteFrom('integrity_checks')
      .where('id', '<>', id)
      .where('state', 'in', ['done', 'failed'])
      .execute()
  })
}

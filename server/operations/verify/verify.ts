import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { OperatorCommandError } from '../operator-command.ts'
import { type IntegrityFindingCode, type IntegrityFinding } from './integrity-finding.ts'
import { type FileTotals, verifyFiles } from './verify-files.ts'
import { verifyRows } from './verify-rows.ts'
import { verifyBackgroundWork } from './verify-background-work.ts'

export interface IntegrityReport {
  /** The findings, at most a hundred of each kind. */
  findings: IntegrityFinding[]
  /** The total number of findings of each kind. */
  counts: Partial<Record<IntegrityFindingCode, number>>
  /** How much was checked. `bytes` is the total size of all checked files. */
  looked: FileTotals & { items: number; people: number }
  seconds: number
}

const maxFindingsPerCode = 100
const hourMs = 3600_000

/**
 * Compares the database with the files and with the invariants in docs/what-must-hold.md. This function only
 * reads data, so the site can keep running. Unfinished work is reported only if it is more than an hour old,
 * and each problem is checked twice. Rows and file listings are streamed, so memory use does not depend on
 * the size of the site. The configuration must be loaded and the database and the file storage must be open
 * before this function is called. `onStart` receives the report, which is filled during the run, so that the caller
 * can show the progress.
 */
export async function verifySiteIntegrity(
  now: number = Date.now(),
  onStart: (report: Readonly<IntegrityReport>) => void = () => {},
): Promise<IntegrityReport> {
  const startedAt = performance.now()
  await assertSchemaVersion()
  const report: IntegrityReport = {
    findings: [],
    counts: {},
    looked: { files: 0, bytes: 0, items: 0, people: 0 },
    seconds: 0,
  }
  onStart(report)
  const before = new Date(now - hourMs)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ items: number; people: number }>`select
        (select count(*) from streams) as items, (select count(*) from users) as people`.execute(tx)
      Object.assign(report.looked, rows[0])
      for (const part of [
        verifyRows(tx),
        verifyBackgroundWork(tx, before),
        verifyFiles(tx, before, report.looked),
      ])
        for await (const one of part) addFinding(report, one)
    })
  report.seconds = (performance.now() - startedAt) / 1000
  return report
}

const undefinedTable = '42P01'

/** Throws unless the database has this version's schema. */
async function assertSchemaVersion(): Promise<void> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from migrations where to_regclass('pgboss.job') is not null`
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable) return { rows: [] }
      throw error
    })
  if (rows[0]?.count !== (await readMigrations()).length)
    throw new OperatorCommandError(
      'The database belongs to another version. Start the site once to migrate it.',
    )
}

function addFinding({ counts, findings }: IntegrityReport, one: IntegrityFinding): void {
  const count = (counts[one.code] ?? 0) + 1
  counts[one.code] = count
  if (count <= maxFindingsPerCode) findings.push(one)
}

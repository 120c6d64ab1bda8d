import { createHash } from 'node:crypto'
import { db } from '#server/platform/db/db.ts'

export interface AuditVerification {
  /** The number of rows that were verified. */
  good: number
  /** The hash of the last row. A copy kept elsewhere shows whether rows were cut off the end. */
  head: string
  /** The first invalid row, and what is wrong with it. */
  broken: { seq: number; why: string } | null
  /** Whether a mark that was written down earlier (`N:HASH`) is still in the chain. */
  marked?: boolean
}

const pageSize = 1000

/** Reads the whole audit log and recomputes every hash. */
export async function verifyAuditChain(mark?: string): Promise<AuditVerification> {
  let good = 0
  let head = ''
  let marked = mark === undefined ? undefined : mark === '0:'
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['seq', 'entry', 'previous', 'hash'])
      .where('seq', '>', good)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      const why = findRowProblem(row, good + 1, head)
      if (why) return { good, head, broken: { seq: good + 1, why }, ...(marked !== undefined && { marked }) }
      good += 1
      head = row.hash!
      if (mark === `${good}:${head}`) marked = true
    }
    if (rows.length < pageSize) break
  }
  const loose = await db.selectFrom('audit_log').select('id').where('seq', 'is', null).executeTakeFirst()
  const broken = loose ? { seq: good + 1, why: 'a row without a place' } : null
  return { good, head, broken, ...(marked !== undefined && { marked }) }
}

interface AuditRow {
  seq: number | null
  entry: string
  previous: string | null
  hash: string | null
}

function findRowProblem(row: AuditRow, seq: number, head: string): string | null {
  if (row.seq !== seq) return 'it is missing'
  if (row.previous !== head) return 'it does not follow the row before it'
  if (row.hash !== auditRowHash(head, seq, row.entry)) return 'its text was changed'
  return null
}

/** Computed as in the database (migration 0015). */
function auditRowHash(previous: string, seq: number, entry: string): string {
  return createHash('sha256').update(`${previous}:${seq}:${entry}`).digest('hex')
}

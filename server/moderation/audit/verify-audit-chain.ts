import { createHash } from 'node:crypto'
import { db } from '#server/platform/db/db.ts'

export interface AuditVerification {
  /** The number of rows that passed verification. */
  verifiedRows: number
  /**
   * The hash of the last row. If the operator keeps a copy of this hash, the copy shows whether rows were
   * deleted from the end.
   */
  head: string
  /** The first invalid row, and what is wrong with it. */
  firstInvalidRow: { seq: number; why: string } | null
  /**
   * Whether the chain still contains the row with the number and hash that the operator noted earlier
   * (`N:HASH`).
   */
  isMarkFound?: boolean
}

const pageSize = 1000

/** Reads the whole audit log and recomputes every hash. */
export async function verifyAuditLogChain(mark?: string): Promise<AuditVerification> {
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
      if (why)
        return {
          verifiedRows: good,
          head,
          firstInvalidRow: { seq: good + 1, why },
          ...(marked !== undefined && { isMarkFound: marked }),
        }
      good += 1
      head = row.hash!
      if (mark === `${good}:${head}`) marked = true
    }
    if (rows.length < pageSize) break
  }
  const loose = await db.selectFrom('audit_log').select('id').where('seq', 'is', null).executeTakeFirst()
  const broken = loose ? { seq: good + 1, why: 'the row has no position in the chain' } : null
  return {
    verifiedRows: good,
    head,
    firstInvalidRow: broken,
    ...(marked !== undefined && { isMarkFound: marked }),
  }
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

/** Computes the hash of a row in the same way as the database does (migration 0015). */
function auditRowHash(previous: string, seq: number, entry: string): string {
  return createHash('sha256').update(`${previous}:${seq}:${entry}`).digest('hex')
}

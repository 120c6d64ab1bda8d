import { sql } from 'kysely'
import type { Case, CaseRow } from '#contract/mod.ts'
import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import { logLook } from '../safety/looks.ts'
import { detailOf } from './case-detail.ts'
import { caseRows, presentRow } from './queue.ts'
import type { Staff } from './staff.ts'

/** One case. What it is about is shown to whoever has claimed it, while it is open; each look is logged and keeps the claim. */
export async function oneCase(viewer: Staff, id: string): Promise<Case> {
  const row = await caseRow(viewer, id)
  const isMine = await keepClaim(viewer, id)
  if (!isMine) return { ...row, detail: null }
  await logLook(viewer.id, id, 'case')
  return { ...row, detail: await detailOf(viewer, id) }
}

/** As the queue shows it. */
export async function caseRow(viewer: Staff, id: string): Promise<CaseRow> {
  const row = await caseRows(viewer).where('cases.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentRow(viewer, row)
}

/** The case after one has acted in it. What one has sealed is out of one's own reach from then on: it is told as it was. */
export async function caseAfter(viewer: Staff, id: string, before: CaseRow): Promise<Case> {
  return oneCase(viewer, id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return { ...before, closed_at: new Date().toISOString(), detail: null }
  })
}

async function keepClaim(viewer: Staff, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({ claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claimed_by', '=', viewer.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

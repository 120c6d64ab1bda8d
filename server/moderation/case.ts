import { sql } from 'kysely'
import type { Case } from '#contract/mod.ts'
import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import { logLook } from '../safety/looks.ts'
import { detailOf } from './case-detail.ts'
import { caseRows, presentRow } from './queue.ts'
import type { Staff } from './staff.ts'

/** One case. What it is about is shown to whoever has claimed it, while it is open; each look is logged and keeps the claim. */
export async function oneCase(viewer: Staff, id: string): Promise<Case> {
  const row = await caseRows(viewer).where('cases.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const isMine = await keepClaim(viewer, id)
  if (!isMine) return { ...presentRow(viewer, row), detail: null }
  await logLook(viewer.id, id, 'case')
  return { ...presentRow(viewer, row), detail: await detailOf(viewer, id) }
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

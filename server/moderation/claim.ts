import { sql } from 'kysely'
import type { Case } from '#contract/mod.ts'
import { claimMinutes } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, transaction } from '../platform/db/db.ts'
import { audit } from './audit.ts'
import { oneCase } from './case.ts'
import { isFree, reachable } from './reach.ts'
import type { Staff } from './staff.ts'

/** One person at a time: of twenty who press at once the database lets one have it. */
export async function claim(viewer: Staff, id: string): Promise<Case> {
  await transaction(async (tx) => {
    const row = await reachable(viewer, id, tx)
    if (row.closed_at) throw new Refusal('case_closed')
    const got = await tx
      .updateTable('cases')
      .set({ claimed_by: viewer.id, claimed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(sql<boolean>`(${isFree} or cases.claimed_by = ${viewer.id})`)
      .returning('id')
      .executeTakeFirst()
    if (!got) throw new Refusal('case_claimed')
    if (row.claimed_by !== viewer.id) await audit(tx, { did: 'claim', actor: viewer.id, more: { case: id } })
  })
  return oneCase(viewer, id)
}

export async function unclaim(viewer: Staff, id: string): Promise<undefined> {
  await reachable(viewer, id)
  await db
    .updateTable('cases')
    .set({ claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .where('claimed_by', '=', viewer.id)
    .where('closed_at', 'is', null)
    .execute()
}

/** With a claim that nobody used ends the right to look, too. */
export async function freeClaims(): Promise<void> {
  await db
    .updateTable('cases')
    .set({ claimed_by: null, claimed_at: null })
    .where('closed_at', 'is', null)
    .where('claimed_at', '<', sql<Date>`now() - make_interval(mins => ${sql.lit(claimMinutes)})`)
    .execute()
}

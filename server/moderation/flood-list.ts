import { sql } from 'kysely'
import type { Flood } from '#contract/mod-floods.ts'
import { db } from '../platform/db/db.ts'
import { isGrouped } from './floods.ts'
import { inReach, isOverdue } from './reach.ts'
import type { Staff } from './staff.ts'

/** The groups in this viewer's reach, in the order of the queue. */
export async function floodsOf(viewer: Staff): Promise<Flood[]> {
  const rows = await db
    .selectFrom('cases')
    .select(sql<string>`cases.flood_key`.as('key'))
    .select(sql<number>`count(*)::int`.as('cases'))
    .select(({ fn }) => [
      fn.min<number>('priority').as('priority'),
      fn.min<Date>('opened_at').as('opened_at'),
      fn.min<Date | null>('due_at').as('due_at'),
    ])
    .select(sql<boolean>`bool_or(${isOverdue})`.as('overdue'))
    .where('cases.closed_at', 'is', null)
    .where(isGrouped)
    .where(inReach(viewer))
    .groupBy('cases.flood_key')
    .orderBy('overdue', 'desc')
    .orderBy('priority')
    .orderBy('opened_at')
    .limit(50)
    .execute()
  return rows.map(({ key, opened_at, due_at, ...row }) => ({
    ...row,
    key,
    kind: key.split(':')[0] as Flood['kind'],
    opened_at: opened_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
  }))
}

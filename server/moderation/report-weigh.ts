import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { weightOf } from './report-weight.ts'

/** How much this viewer's report counts today. */
export async function weigh(tx: Tx, viewer: Viewer): Promise<number> {
  if (viewer.kind === 'anonymous') return weightOf(null)
  const facts = await tx
    .selectFrom('users')
    .select(sql<number>`extract(epoch from now() - users.created_at)::float8 / 3600`.as('accountHours'))
    .select([decided.as('decided'), dismissed.as('dismissed'), graveLately.as('graveLately')])
    .where('users.id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const isActive = !viewer.isSuspended && !viewer.isGrown && !viewer.leavingAt
  return weightOf({ ...facts, isActive })
}

/** What was deleted before anybody looked, or dismissed as part of a flood, says nothing of who reported it. */
const isSeen = sql`not exists (select from cases where cases.id = reports.case_id and cases.dismissed_unseen)`
const decided = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and outcome is not null and outcome <> 'gone' and ${isSeen})`
const graveLately = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and priority <= 1 and reason_at > now() - interval '24 hours')`
const dismissed = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and outcome = 'nothing' and ${isSeen})`

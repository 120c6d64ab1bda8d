import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { dismissFlood as declared } from '#contract/mod-floods.ts'
import type { StaffRole } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueue, job, worker, type Worker } from '../platform/queue.ts'
import { actIn } from './act.ts'
import { audit } from './audit.ts'
import { claimsOf, restsOnlyOn } from './claims.ts'
import { mayDo } from './may.ts'
import { isGrouped } from './floods.ts'
import { type CaseRecord, inReach, isFree } from './reach.ts'
import type { Staff } from './staff.ts'
import { type Standing, standingOf, subjectOf } from './subject.ts'

interface Dismissal {
  key: string
  staffId: string
  role: StaffRole
  /** The cases of the group when it was dismissed. */
  ids: string[]
  /** What the moderator has read: a case is dismissed only if nothing else is said in it. */
  claims: string[]
  /** Who had opened or joined them then. A case that somebody else has joined since belongs to another decision. */
  sources: string[]
}

const dismissal = job<Dismissal>('dismiss-flood')

/**
 * Dismisses the cases of a group in which nothing is said but what the moderator has chosen, and which nobody has claimed. In the
 * background: there may be thousands.
 */
export function dismissFlood(
  viewer: Staff,
  key: string,
  chosen: string[],
): Promise<AnswerOf<typeof declared>> {
  return transaction(async (tx) => {
    const claims = await claimsOf(tx, chosen)
    const ids = await idsOf(tx, viewer, key, claims)
    if (ids.length === 0) throw new Refusal('not_found')
    const sources = await sourcesOf(tx, ids)
    await audit(tx, {
      did: 'dismiss_flood',
      actor: viewer.id,
      more: { flood: key.split(':')[0]!, cases: ids.length },
    })
    await enqueue(tx, dismissal, { key, staffId: viewer.id, role: viewer.role, ids, sources, claims })
    return { cases: ids.length }
  })
}

export const floodWorkers: Worker[] = [
  worker(dismissal, async ({ key, staffId, role, ids = [], sources = [], claims = [] }) => {
    // A job of an earlier release names no claims, and dismisses nothing: it is done again by hand.
    // What decides and what is in reach asks for nothing else of a member of staff.
    const viewer = { kind: 'member', id: staffId, role } as Staff
    for (const id of ids) await transaction((tx) => dismissOne(tx, viewer, { id, key, sources, claims }))
  }),
]

async function idsOf(tx: Tx, viewer: Staff, key: string, claims: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('cases')
    .select('cases.id')
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isGrouped)
    .where(restsOnlyOn(claims))
    .where(isFree)
    .where(inReach(viewer))
    .orderBy('cases.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function sourcesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('case_sources')
    .select('source')
    .distinct()
    .where(sql<boolean>`case_id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ source }) => source)
}

interface Member {
  id: string
  key: string
  sources: string[]
  claims: string[]
}

async function dismissOne(tx: Tx, viewer: Staff, { id, key, sources, claims }: Member): Promise<void> {
  const open = await tx
    .selectFrom('cases')
    .selectAll('cases')
    .where('cases.id', '=', id)
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isFree)
    .where(inReach(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!open || (await isJoinedSince(tx, { id, sources, claims }))) return
  const now = await standingOf(tx, subjectOf(open))
  const action = now.state === 'held' || now.state === 'limited' ? 'approve' : 'dismiss'
  const isOurs = action === 'dismiss' || (await isHiddenByThisCaseAlone(tx, open, now))
  if (isOurs && mayDo(viewer.role, now).includes(action)) {
    await tx.updateTable('cases').set({ dismissed_unseen: true }).where('id', '=', id).execute()
    return actIn(tx, viewer, open, { action, rule: 'other', facts: '', severity: 'usual' })
  }
  // It is hidden for another reason as well: a person decides, and finds it in the queue.
  await tx.updateTable('cases').set({ flood_key: null }).where('id', '=', id).execute()
}

/** By somebody else, or with another claim. To be asked once the case is locked: who joins it waits for that lock. */
async function isJoinedSince(
  tx: Tx,
  { id, sources, claims }: Pick<Member, 'id' | 'sources' | 'claims'>,
): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', '=', id)
    .where(restsOnlyOn(claims))
    .where(
      sql<boolean>`not exists (select from case_sources where case_id = cases.id and source <> all(${sources}::text[]))`,
    )
    .executeTakeFirst()
  return unchanged === undefined
}

/** Only the reports or the notice of this case hide it: not what its words say, not staff, and not a copy of something removed. */
async function isHiddenByThisCaseAlone(tx: Tx, open: CaseRecord, now: Standing): Promise<boolean> {
  const standing = await tx
    .selectFrom('decisions')
    .select(['case_id', 'source', 'automatic'])
    .where('subject', '=', now.subject)
    .where(now.subject === 'comment' ? 'comment_id' : 'content_id', '=', now.commentId ?? now.contentId)
    .where('action', 'in', ['hold', 'limit'])
    .where('reversed_at', 'is', null)
    .execute()
  return (
    standing.length > 0 &&
    standing.every(
      ({ case_id, source, automatic }) =>
        automatic && case_id === open.id && (source === 'notice' || source === 'reports'),
    )
  )
}

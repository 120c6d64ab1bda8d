import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { dismissFlood as declared } from '#contract/mod-floods.ts'
import type { StaffRole } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueue, job, worker, type Worker } from '../platform/queue.ts'
import { actIn } from './act.ts'
import { audit } from './audit.ts'
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
  /** Who had opened or joined them then. A case that somebody else has joined since belongs to another decision. */
  sources: string[]
}

const dismissal = job<Dismissal>('dismiss-flood')

/** Dismisses the cases of a group that nobody has claimed, in the background: there may be thousands. */
export function dismissFlood(viewer: Staff, key: string): Promise<AnswerOf<typeof declared>> {
  return transaction(async (tx) => {
    const ids = await idsOf(tx, viewer, key)
    if (ids.length === 0) throw new Refusal('not_found')
    const sources = await sourcesOf(tx, ids)
    await audit(tx, {
      did: 'dismiss_flood',
      actor: viewer.id,
      more: { flood: key.split(':')[0]!, cases: ids.length },
    })
    await enqueue(tx, dismissal, { key, staffId: viewer.id, role: viewer.role, ids, sources })
    return { cases: ids.length }
  })
}

export const floodWorkers: Worker[] = [
  worker(dismissal, async ({ key, staffId, role, ids = [], sources = [] }) => {
    // A job of the release before this one names no cases: the group is dismissed again by hand.
    // What decides and what is in reach asks for nothing else of a member of staff.
    const viewer = { kind: 'member', id: staffId, role } as Staff
    for (const id of ids) await transaction((tx) => dismissOne(tx, viewer, { id, key, sources }))
  }),
]

async function idsOf(tx: Tx, viewer: Staff, key: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cases')
    .select('cases.id')
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isGrouped)
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
}

async function dismissOne(tx: Tx, viewer: Staff, { id, key, sources }: Member): Promise<void> {
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
  if (!open || (await isJoinedSince(tx, id, sources))) return
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

/** To be asked once the case is locked: who joins it waits for that lock. */
async function isJoinedSince(tx: Tx, id: string, sources: string[]): Promise<boolean> {
  const joined = await tx
    .selectFrom('case_sources')
    .select('source')
    .where('case_id', '=', id)
    .where(sql<boolean>`source <> all(${sources}::text[])`)
    .executeTakeFirst()
  return joined !== undefined
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

import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { putFloodDismissal as declared } from '#contract/moderation/report-floods.ts'
import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueue, defineJob, defineWorker, type JobWorker } from '#server/platform/queue/queue.ts'
import { performActionInCase } from '../decisions/case-actions.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { loadFloodClaimKeys, hasOnlyClaims } from './flood-claims.ts'
import { listAllowedActions } from '../decisions/allowed-actions.ts'
import { isPartOfFlood } from './floods.ts'
import { type CaseRecord, isCaseAccessible, isCaseUnclaimed } from '../cases/case-access.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import { type SubjectState, lockSubjectState, subjectFromRow } from '../decisions/subject-state.ts'

interface FloodDismissal {
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

const dismissFloodJob = defineJob<FloodDismissal>('dismiss-flood')

/**
 * Dismisses the cases of a group in which nothing is said but what the moderator has chosen, and which nobody has claimed. In the
 * background: there may be thousands.
 */
export function dismissFlood(
  viewer: StaffViewer,
  key: string,
  chosen: string[],
): Promise<ResponseOf<typeof declared>> {
  return transaction(async (tx) => {
    const claims = await loadFloodClaimKeys(tx, chosen)
    const ids = await listFloodCaseIds(tx, viewer, key, claims)
    if (ids.length === 0) throw new ApiError('not_found')
    const sources = await listCaseSources(tx, ids)
    await writeAuditEntry(tx, {
      did: 'dismiss_flood',
      actor: viewer.id,
      more: { flood: key.split(':')[0]!, cases: ids.length },
    })
    await enqueue(tx, dismissFloodJob, { key, staffId: viewer.id, role: viewer.role, ids, sources, claims })
    return { cases: ids.length }
  })
}

export const floodWorkers: JobWorker[] = [
  defineWorker(dismissFloodJob, async ({ key, staffId, role, ids = [], sources = [], claims = [] }) => {
    // A job of an earlier release names no claims, and dismisses nothing: it is done again by hand.
    // What decides and what is in reach asks for nothing else of a member of staff.
    const viewer = { kind: 'member', id: staffId, role } as StaffViewer
    for (const id of ids)
      await transaction((tx) => dismissFloodCase(tx, viewer, { id, key, sources, claims }))
  }),
]

async function listFloodCaseIds(
  tx: Tx,
  viewer: StaffViewer,
  key: string,
  claims: string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('cases')
    .select('cases.id')
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isPartOfFlood)
    .where(hasOnlyClaims(claims))
    .where(isCaseUnclaimed)
    .where(isCaseAccessible(viewer))
    .orderBy('cases.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function listCaseSources(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('case_sources')
    .select('source')
    .distinct()
    .where(sql<boolean>`case_id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ source }) => source)
}

interface FloodCase {
  id: string
  key: string
  sources: string[]
  claims: string[]
}

async function dismissFloodCase(
  tx: Tx,
  viewer: StaffViewer,
  { id, key, sources, claims }: FloodCase,
): Promise<void> {
  const open = await tx
    .selectFrom('cases')
    .selectAll('cases')
    .where('cases.id', '=', id)
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isCaseUnclaimed)
    .where(isCaseAccessible(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!open || (await hasNewSources(tx, { id, sources, claims }))) return
  const now = await lockSubjectState(tx, subjectFromRow(open))
  const action = now.state === 'held' || now.state === 'limited' ? 'approve' : 'dismiss'
  const isOurs = action === 'dismiss' || (await isHiddenOnlyByCase(tx, open, now))
  if (isOurs && listAllowedActions(viewer.role, now).includes(action)) {
    await tx.updateTable('cases').set({ dismissed_unseen: true }).where('id', '=', id).execute()
    return performActionInCase(tx, viewer, open, { action, rule: 'other', facts: '', severity: 'usual' })
  }
  // It is hidden for another reason as well: a person decides, and finds it in the queue.
  await tx.updateTable('cases').set({ flood_key: null }).where('id', '=', id).execute()
}

/** By somebody else, or with another claim. To be asked once the case is locked: who joins it waits for that lock. */
async function hasNewSources(
  tx: Tx,
  { id, sources, claims }: Pick<FloodCase, 'id' | 'sources' | 'claims'>,
): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', '=', id)
    .where(hasOnlyClaims(claims))
    .where(
      sql<boolean>`not exists (select from case_sources where case_id = cases.id and source <> all(${sources}::text[]))`,
    )
    .executeTakeFirst()
  return unchanged === undefined
}

/** Only the reports or the notice of this case hide it: not what its words say, not staff, and not a copy of something removed. */
async function isHiddenOnlyByCase(tx: Tx, open: CaseRecord, now: SubjectState): Promise<boolean> {
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

import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  listUnmatchedNotices,
  putNoticeMatch as declared,
} from '#contract/moderation/unmatched-notices.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Db, db, type Tx, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { openNoticeCase } from './submit-notice.ts'
import { findSubjectByUrl } from './notice-subjects.ts'
import { resolveNotice } from './notice-outcomes.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

/**
 * Selects open notices without a case. The URLs in these notices matched nothing, or the content no longer
 * exists.
 */
function selectUnmatchedNotices(from: Db | Tx = db) {
  return from
    .selectFrom('notices')
    .where('answered_at', 'is', null)
    .where(sql<boolean>`not exists (select from notice_cases where notice_cases.notice_id = notices.id)`)
}

export async function loadUnmatchedNotices(): Promise<ResponseOf<typeof listUnmatchedNotices>> {
  const rows = await selectUnmatchedNotices()
    .select(['id', 'addresses', 'words', 'created_at', 'due_at'])
    .select(sql<boolean>`due_at < now()`.as('overdue'))
    .orderBy('due_at')
    .limit(50)
    .execute()
  const items = rows.map(({ created_at, due_at, ...row }) => ({
    ...row,
    made_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
  }))
  return { items }
}

/**
 * Links a notice to the content that a moderator has found, as if the content's URL had been in the notice.
 */
export function matchNoticeToContent(
  viewer: StaffViewer,
  id: string,
  address: string,
): Promise<ResponseOf<typeof declared>> {
  return transaction(async (tx) => {
    const { due_at: dueAt } = await lockUnmatchedNotice(tx, id)
    const about = await findSubjectByUrl(tx, address)
    if (!about) throw new ApiError('notice_place')
    const case_id = await openNoticeCase(tx, id, about, { dueAt, hides: true })
    await writeAuditEntry(tx, {
      action: 'place_notice',
      actor: viewer.id,
      details: { notice: id, case: case_id },
    })
    return { case_id }
  })
}

/** Closes an unmatched notice and asks the sender by email to check the URLs. */
export function closeUnmatchedNotice(viewer: StaffViewer, id: string): Promise<undefined> {
  return transaction(async (tx) => {
    await lockUnmatchedNotice(tx, id)
    await resolveNotice(tx, id, 'not_found', viewer.id)
    await writeAuditEntry(tx, { action: 'give_up_notice', actor: viewer.id, details: { notice: id } })
    return undefined
  })
}

async function lockUnmatchedNotice(tx: Tx, id: string) {
  const row = await selectUnmatchedNotices(tx)
    .select('due_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

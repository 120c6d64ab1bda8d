import { type RawBuilder, sql } from 'kysely'
import { type ReportReason, priorityOf } from '#contract/report-reasons.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import type { Subject } from './report-subject.ts'

/** What a person has decided about something that can still be seen. */
export interface Judged {
  isJudged: boolean
  reasons: ReadonlySet<ReportReason>
}

/**
 * The reasons for which a person has looked at this and left it up or put it back. What was decided before the owner last changed the
 * item does not count: the title and the pictures are other ones now. Nor does what was dismissed together with a flood: nobody looked.
 */
export async function judgedOf(on: Db | Tx, about: Subject): Promise<Judged> {
  const { rows } = await sql<{ reason: ReportReason | null }>`
    select reports.reason from reports join cases on cases.id = reports.case_id
      where ${isOf(about, 'cases')} and not cases.dismissed_unseen and reports.outcome <> 'gone' and reports.decided_at >= ${lastChange(about)}
    union
    select 'intimate_image' from notice_cases join cases on cases.id = notice_cases.case_id
      where ${isOf(about, 'cases')} and not cases.dismissed_unseen and notice_cases.outcome is not null
        and cases.closed_at >= ${lastChange(about)}
    union
    select null from decisions where ${isOf(about, 'decisions')} and not automatic
      and not exists (select from cases where cases.id = decisions.case_id and cases.dismissed_unseen)
      and action in ('approve', 'dismiss', 'restore', 'limit', 'rate_16') and made_at >= ${lastChange(about)}`.execute(
    on,
  )
  const reasons = rows.map(({ reason }) => reason).filter((reason) => reason !== null)
  return { isJudged: rows.length > 0, reasons: new Set(reasons) }
}

/** May this hide it before a person has looked? After a person has, only a reason that is new and grave (P0 or P1) may. */
export function mayHideFor(reason: ReportReason, { isJudged, reasons }: Judged): boolean {
  return !isJudged || (!reasons.has(reason) && priorityOf(reason) <= 1)
}

function isOf({ subject, contentId, commentId, userId }: Subject, table: 'cases' | 'decisions') {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const of = sql`${column('subject')} = ${subject} and ${column('user_id')} = ${userId}`
  if (commentId) return sql`${of} and ${column('comment_id')} = ${commentId}`
  return contentId ? sql`${of} and ${column('content_id')} = ${contentId}` : of
}

/** Comments cannot be edited. */
function lastChange({ subject, contentId }: Subject): RawBuilder<unknown> {
  if (subject !== 'content') return sql`timestamptz '-infinity'`
  return sql`${itemsAtWork().select('updated_at').where('id', '=', contentId)}`
}

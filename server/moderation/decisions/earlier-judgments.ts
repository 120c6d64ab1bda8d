import { type RawBuilder, sql } from 'kysely'
import { type ReportReason, priorityOfReason } from '#contract/moderation/report-reasons.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import type { ModerationSubject } from '../reports/report-subject.ts'

/** What a person has decided about something that can still be seen. */
export interface EarlierJudgment {
  isJudged: boolean
  reasons: ReadonlySet<ReportReason>
}

/**
 * The reasons for which a person has looked at this and left it up or put it back. What was decided before the owner last changed the
 * item does not count: the title and the pictures are other ones now. Nor does what was dismissed together with a flood: nobody looked.
 */
export async function loadEarlierJudgment(on: Db | Tx, about: ModerationSubject): Promise<EarlierJudgment> {
  const { rows } = await sql<{ reason: ReportReason | null }>`
    select reports.reason from reports join cases on cases.id = reports.case_id
      where ${isAboutSubject(about, 'cases')} and not cases.dismissed_unseen and reports.outcome <> 'gone' and reports.decided_at >= ${lastChangedAt(about)}
    union
    select 'intimate_image' from notice_cases join cases on cases.id = notice_cases.case_id
      where ${isAboutSubject(about, 'cases')} and not cases.dismissed_unseen and notice_cases.outcome is not null
        and cases.closed_at >= ${lastChangedAt(about)}
    union
    select null from decisions where ${isAboutSubject(about, 'decisions')} and not automatic
      and not exists (select from cases where cases.id = decisions.case_id and cases.dismissed_unseen)
      and action in ('approve', 'dismiss', 'restore', 'limit', 'rate_16') and made_at >= ${lastChangedAt(about)}`.execute(
    on,
  )
  const reasons = rows.map(({ reason }) => reason).filter((reason) => reason !== null)
  return { isJudged: rows.length > 0, reasons: new Set(reasons) }
}

/** May this hide it before a person has looked? After a person has, only a reason that is new and grave (P0 or P1) may. */
export function canHideForReason(reason: ReportReason, { isJudged, reasons }: EarlierJudgment): boolean {
  return !isJudged || (!reasons.has(reason) && priorityOfReason(reason) <= 1)
}

function isAboutSubject(
  { subject, contentId, commentId, userId }: ModerationSubject,
  table: 'cases' | 'decisions',
) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const of = sql`${column('subject')} = ${subject} and ${column('user_id')} = ${userId}`
  if (commentId) return sql`${of} and ${column('comment_id')} = ${commentId}`
  return contentId ? sql`${of} and ${column('content_id')} = ${contentId}` : of
}

/** Comments cannot be edited. */
function lastChangedAt({ subject, contentId }: ModerationSubject): RawBuilder<unknown> {
  if (subject !== 'content') return sql`timestamptz '-infinity'`
  return sql`${selectItemsUnchecked().select('updated_at').where('id', '=', contentId)}`
}

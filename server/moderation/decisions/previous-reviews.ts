import { type RawBuilder, sql } from 'kysely'
import { type ReportReason, getReportReasonPriority } from '#contract/moderation/report-reasons.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { ModerationSubject } from '../reports/moderation-subject.ts'

/** The earlier reviews in which moderators left a subject visible. */
export interface PreviousReview {
  isReviewed: boolean
  reasons: ReadonlySet<ReportReason>
}

/**
 * Returns the report reasons for which a moderator has already reviewed the subject and left it visible or
 * restored it. Decisions made before the item's last edit do not count, because the title or images may have
 * changed since. Cases that were dismissed as part of a flood are also ignored, because nobody reviewed their
 * subjects.
 */
export async function loadPreviousReview(on: Db | Tx, about: ModerationSubject): Promise<PreviousReview> {
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
  return { isReviewed: rows.length > 0, reasons: new Set(reasons) }
}

/**
 * Returns whether a report with this reason can hide the subject before a review. After an earlier review,
 * only a report with a new reason of priority P0 or P1 can hide the subject.
 */
export function canHideContentBeforeReview(
  reason: ReportReason,
  { isReviewed, reasons }: PreviousReview,
): boolean {
  return !isReviewed || (!reasons.has(reason) && getReportReasonPriority(reason) <= 1)
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

/** Returns when the subject was last edited. Comments cannot be edited. */
function lastChangedAt({ subject, contentId }: ModerationSubject): RawBuilder<unknown> {
  if (subject !== 'content') return sql`timestamptz '-infinity'`
  return sql`${selectItemsWithoutAccessCheck().select('updated_at').where('id', '=', contentId)}`
}

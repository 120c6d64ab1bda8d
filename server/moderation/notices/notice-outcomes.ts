import { sourceLocale } from '#i18n/locales.ts'
import { noticeEmailRateLimits } from '#contract/moderation/intimate-image-notices.ts'
import type { ReportOutcome } from '#contract/moderation/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { noticeOutcomeEmail, noticeOutcomeReversedEmail } from './notice-emails.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'

type NoticeOutcome = 'removed' | 'nothing' | 'not_found'

/** Answers a notice when the last of its cases has been decided. */
export async function resolveNoticesOfCase(tx: Tx, caseId: string, outcome: ReportOutcome): Promise<void> {
  const open = await tx
    .selectFrom('notices')
    .innerJoin('notice_cases', 'notice_cases.notice_id', 'notices.id')
    .select('notices.id')
    .where('notice_cases.case_id', '=', caseId)
    .where('answered_at', 'is', null)
    .orderBy('notices.email')
    .orderBy('notices.id')
    .forUpdate('notices')
    .execute()
  await tx
    .updateTable('notice_cases')
    .set({ outcome: outcome === 'removed' || outcome === 'gone' ? 'removed' : 'nothing' })
    .where('case_id', '=', caseId)
    .execute()
  for (const { id } of open) {
    const cases = await tx
      .selectFrom('notice_cases')
      .innerJoin('cases', 'cases.id', 'notice_cases.case_id')
      .select(['notice_cases.outcome', 'cases.dismissed_unseen'])
      .where('notice_id', '=', id)
      .execute()
    if (cases.some((one) => one.outcome === null)) continue
    const isRemoved = cases.some((one) => one.outcome === 'removed')
    const isUnseen = !isRemoved && cases.some((one) => one.dismissed_unseen)
    await resolveNotice(tx, id, isRemoved ? 'removed' : 'nothing', null, isUnseen)
  }
}

/** Tells the senders of notices that the content removed in this case has been restored. */
export async function reverseNoticeOutcomes(tx: Tx, caseId: string): Promise<void> {
  const told = await tx
    .updateTable('notices')
    .set({ outcome: 'nothing' })
    .from('notice_cases')
    .whereRef('notice_cases.notice_id', '=', 'notices.id')
    .where('notice_cases.case_id', '=', caseId)
    .where('notices.outcome', '=', 'removed')
    .returning(['email', 'receipt'])
    .execute()
  for (const row of told)
    if (row.email)
      await enqueueAccountEmail(
        tx,
        row.email,
        (to) => noticeOutcomeReversedEmail(to, row.receipt),
        sourceLocale,
      )
}

/**
 * Answers a notice by email, at most once. Returns false if the notice does not exist or was already
 * answered. `isUnseen` means that the notice was dismissed as part of a flood, without being reviewed.
 */
export async function resolveNotice(
  tx: Tx,
  id: string,
  outcome: NoticeOutcome,
  staffId: string | null,
  isUnseen = false,
): Promise<boolean> {
  const row = await tx
    .updateTable('notices')
    .set({ answered_at: new Date(), answered_by: staffId, outcome })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning(['email', 'receipt'])
    .executeTakeFirst()
  if (row?.email && (await mayAnswer(tx, row.email, isUnseen)))
    await enqueueAccountEmail(
      tx,
      row.email,
      (to) => noticeOutcomeEmail(to, row.receipt, isUnseen ? 'unseen' : outcome),
      sourceLocale,
    )
  return row !== undefined
}

/**
 * Limits the number of emails that are sent when a flood is dismissed. Attackers can send notices in a
 * victim's name, and the answers to these notices must not fill the victim's mailbox. Answers to notices that
 * a moderator has reviewed have a separate limit, so the victim still gets the answer to their own notice.
 */
function mayAnswer(tx: Tx, email: string, isUnseen: boolean): Promise<boolean> {
  const kind = isUnseen ? 'unseen' : 'decided'
  return consumeRateLimit(`${kind} answers to ${email.toLowerCase()}`, noticeEmailRateLimits[kind], tx)
}

import { automaticHoldLimitsPerNoticeSender } from '#contract/moderation/intimate-image-notices.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { consumeAutomaticHoldLimit } from '../cases/automatic-hold-limits.ts'
import { loadPreviousReview, canHideContentBeforeReview } from '../decisions/previous-reviews.ts'
import type { ClientNetworks } from '#server/rate-limits/client-networks.ts'
import { noticeLimitReachedEmail } from './notice-emails.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import type { ModerationSubject } from '../reports/moderation-subject.ts'

/**
 * Returns `yes` if a notice can hide the subject now, otherwise the reason why it cannot. If the result is
 * `yes`, the hidden subject has already been counted toward the limits.
 */
export async function checkContentHoldAllowed(
  about: ModerationSubject,
  { network, allocation }: ClientNetworks,
): Promise<'yes' | 'nothing_to_hide' | 'judged' | 'network_limit' | 'site_limit'> {
  if (!(await isSubjectVisible(about))) return 'nothing_to_hide'
  if (!canHideContentBeforeReview('intimate_image', await loadPreviousReview(db, about))) return 'judged'
  const isWithin =
    (await consumeRateLimit(`notice holds from ${network}`, [automaticHoldLimitsPerNoticeSender.network])) &&
    (allocation === null ||
      (await consumeRateLimit(`notice holds from ${allocation}`, [
        automaticHoldLimitsPerNoticeSender.allocation,
      ])))
  if (!isWithin) return 'network_limit'
  if (await consumeAutomaticHoldLimit('notices', allocation ?? network)) return 'yes'
  await warnOncePerHour()
  return 'site_limit'
}

/** Warns at most once an hour, in the log and by email, that new notices currently do not hide content. */
async function warnOncePerHour(): Promise<void> {
  if (!(await consumeRateLimit('notice limit said', [{ most: 1, minutes: 60 }]))) return
  log.warn('unusually many notices: until there are fewer, new ones hide nothing before a review')
  await transaction((tx) => enqueueEmail(tx, noticeLimitReachedEmail()))
}

/**
 * Returns whether the subject is visible. Notices never hide people. A subject that is already hidden does
 * not count toward the limits.
 */
async function isSubjectVisible({ subject, contentId }: ModerationSubject): Promise<boolean> {
  if (subject !== 'content') return false
  const item = await selectItemsWithoutAccessCheck()
    .select('moderation')
    .where('id', '=', contentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return item?.moderation === 'approved' || item?.moderation === 'limited'
}

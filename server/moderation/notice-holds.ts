import { noticeHolds } from '#contract/notices.ts'
import { db, transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { post } from '../platform/mail.ts'
import { itemsAtWork } from '../safety/items.ts'
import { takeHold } from './hold-budgets.ts'
import { judgedOf, mayHideFor } from './judged.ts'
import type { Networks } from './networks.ts'
import { tooManyNotices } from './notice-letters.ts'
import { takeSlot } from './rate-limits.ts'
import type { Subject } from './report-subject.ts'

/** May a notice hide this now, and if not, why? Where it may, that is counted. */
export async function canHide(
  about: Subject,
  { network, allocation }: Networks,
): Promise<'yes' | 'nothing_to_hide' | 'judged' | 'network_limit' | 'site_limit'> {
  if (!(await isVisible(about))) return 'nothing_to_hide'
  if (!mayHideFor('intimate_image', await judgedOf(db, about))) return 'judged'
  const isWithin =
    (await takeSlot(`notice holds from ${network}`, [noticeHolds.network])) &&
    (allocation === null || (await takeSlot(`notice holds from ${allocation}`, [noticeHolds.allocation])))
  if (!isWithin) return 'network_limit'
  if (await takeHold('notices', allocation ?? network)) return 'yes'
  await sayOnce()
  return 'site_limit'
}

/** Once an hour the log and the contact mailbox hear that notices hide nothing for now. */
async function sayOnce(): Promise<void> {
  if (!(await takeSlot('notice limit said', [{ most: 1, minutes: 60 }]))) return
  log.warn('unusually many notices: they wait for a person and hide nothing until there are fewer')
  await transaction((tx) => post(tx, tooManyNotices()))
}

/** People are never hidden by a notice, and what is hidden already needs no slot. */
async function isVisible({ subject, contentId }: Subject): Promise<boolean> {
  if (subject !== 'content') return false
  const item = await itemsAtWork()
    .select('moderation')
    .where('id', '=', contentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return item?.moderation === 'approved' || item?.moderation === 'limited'
}

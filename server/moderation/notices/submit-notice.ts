import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import {
  nonEmptyLines,
  noticeEmails,
  noticeDeadlineHours,
  noticeRateLimits,
  type sendNotice,
} from '#contract/moderation/intimate-image-notices.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { consumeEmailAllowance } from '#server/rate-limits/login-throttle.ts'
import { type Db, db, type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { openCase } from '../cases/open-case.ts'
import { floodClaimKey } from '../floods/flood-claims.ts'
import { networkFloodKey, addCaseSource } from '../floods/floods.ts'
import { tryChangeModerationState } from '../decisions/state-transitions.ts'
import { type ClientNetworks, clientNetworksOf } from '#server/rate-limits/client-networks.ts'
import { findSubjectByUrl } from './notice-subjects.ts'
import { checkNoticeHold } from './notice-hold-limits.ts'
import { newNoticeEmail, noticeReceiptEmail } from './notice-emails.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import { createReceiptNumber } from '../reports/receipt-number.ts'
import type { ModerationSubject } from '../reports/report-subject.ts'

type NoticeInput = ParsedInputOf<typeof sendNotice>['body']

/**
 * Takes a notice of an intimate picture. What its addresses name here is hidden at once, unless a person has already judged it or
 * notices have hidden too much lately (notice-holds.ts), and a clock of 48 hours runs. The answer is the same whether an address
 * names something or not.
 */
export async function submitNotice(
  given: NoticeInput,
  address: string,
): Promise<ResponseOf<typeof sendNotice>> {
  const from = clientNetworksOf(address)
  await enforceNoticeRateLimits(from)
  const dueAt = new Date(Date.now() + noticeDeadlineHours * 3600_000)
  const mails = await maySendReceipt(given.email)
  const claim = floodClaimKey(['notice', given.email, given.name], given.words)
  const { id, receipt } = await transaction(async (tx) => {
    const stored = await insertNotice(tx, given, claim, dueAt)
    if (mails) await enqueueEmail(tx, noticeReceiptEmail(given.email, stored.receipt, dueAt))
    return stored
  })
  const source = { key: networkFloodKey(from), claim }
  const found = await findSubjectsByUrls(db, nonEmptyLines(given.addresses))
  let held = 0
  let isTooMany = false
  // Each in a transaction of its own: one that locked several items and their owners would deadlock with another notice.
  for (const about of found) {
    const hide = await checkNoticeHold(about, from)
    await transaction((tx) => openNoticeCase(tx, id, about, { dueAt, hides: hide === 'yes', source }))
    if (hide === 'yes') held += 1
    isTooMany ||= hide === 'site_limit'
  }
  if (!isTooMany || (await isFirstNoticeOfHour(from))) {
    const arrived = newNoticeEmail(receipt, dueAt, { found: found.length, held })
    await transaction((tx) => enqueueEmail(tx, arrived))
  }
  return { receipt, due_at: dueAt.toISOString() }
}

/** While the whole site gets too many notices, staff hear of one from each network in an hour. */
function isFirstNoticeOfHour({ network, allocation }: ClientNetworks): Promise<boolean> {
  return consumeRateLimit(`notices told from ${allocation ?? network}`, [{ most: 1, minutes: 60 }])
}

/**
 * Anybody can type any email address, so its limit never stops a notice: otherwise five notices in a victim's name would stop the
 * victim's own. Above the limit the answer is the same, without the email.
 */
async function maySendReceipt(email: string): Promise<boolean> {
  return (
    (await consumeRateLimit(`receipts to ${email}`, noticeEmails.receipts)) && consumeEmailAllowance(email)
  )
}

/** Counted in the database, so that a second process brings nobody a second chance. */
async function enforceNoticeRateLimits({ network, allocation }: ClientNetworks): Promise<void> {
  const { network: ofNetwork, allocation: ofAllocation } = noticeRateLimits
  const isFine =
    (await consumeRateLimit(`notices from ${network}`, [ofNetwork])) &&
    (allocation === null || (await consumeRateLimit(`notices from ${allocation}`, [ofAllocation])))
  if (!isFine) throw new ApiError('notice_too_many')
}

function insertNotice(
  tx: Tx,
  { name, email, for: onBehalf, addresses, words }: NoticeInput,
  claim: string,
  dueAt: Date,
) {
  return tx
    .insertInto('notices')
    .values({
      receipt: createReceiptNumber(),
      name,
      email,
      on_behalf: onBehalf,
      addresses,
      words,
      claim,
      due_at: dueAt,
    })
    .returning(['id', 'receipt'])
    .executeTakeFirstOrThrow()
}

/** Each once, however often it is named. */
async function findSubjectsByUrls(on: Db | Tx, addresses: string[]): Promise<ModerationSubject[]> {
  const found = new Map<string, ModerationSubject>()
  for (const address of addresses) {
    const about = await findSubjectByUrl(on, address)
    if (about) found.set(about.contentId ?? about.userId, about)
  }
  return [...found.values()]
}

interface NoticeCaseOptions {
  dueAt: Date
  hides: boolean
  /** Who wrote it, and what they say. */
  source?: { key: string; claim: string }
}

/** Opens its case and hides it at once, if it may. Returns the case. */
export async function openNoticeCase(
  tx: Tx,
  noticeId: string,
  about: ModerationSubject,
  { dueAt, hides, source }: NoticeCaseOptions,
): Promise<string> {
  const { id: caseId } = await openCase(tx, {
    ...about,
    priority: 0,
    dueAt,
    ...(source && { floodKey: source.key }),
  })
  await tx.insertInto('notice_cases').values({ notice_id: noticeId, case_id: caseId }).execute()
  if (source) await addCaseSource(tx, caseId, source.key, source.claim)
  if (!about.contentId || !hides) return caseId
  await tryChangeModerationState(tx, { subject: 'content', id: about.contentId }, 'held', {
    kind: 'system',
    caseId,
    reason: 'notice',
  })
  return caseId
}

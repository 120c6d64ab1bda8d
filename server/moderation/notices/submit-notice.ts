import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import {
  splitNoticeUrls,
  noticeEmailRateLimits,
  noticeDeadlineHours,
  noticeRateLimits,
  type submitIntimateImageNotice,
} from '#contract/moderation/intimate-image-notices.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { consumeEmailQuota } from '#server/rate-limits/email-rate-limits.ts'
import { type Db, db, type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { openModerationCase } from '../cases/open-case.ts'
import { distinctReportKey } from '../report-floods/distinct-reports.ts'
import { getNetworkReportFloodKey, recordReportSource } from '../report-floods/report-floods.ts'
import { tryChangeModerationState } from '../decisions/state-transitions.ts'
import { type ClientNetworks, getClientNetworks } from '#server/rate-limits/client-networks.ts'
import { findSubjectByUrl } from './notice-subjects.ts'
import { checkContentHoldAllowed } from './content-hold-limits.ts'
import { newIntimateImageNoticeEmail, noticeReceiptEmail } from './notice-emails.ts'
import { consumeRateLimit } from '#server/rate-limits/rate-limits.ts'
import { createReceiptNumber } from '../reports/receipt-number.ts'
import type { ModerationSubject } from '../reports/moderation-subject.ts'

type NoticeInput = ParsedInputOf<typeof submitIntimateImageNotice>['body']

/**
 * Receives a notice about an intimate image and starts its 48-hour deadline. The content at the notice's URLs
 * is hidden immediately, unless a moderator has already reviewed it or recent notices have reached the limit
 * for hiding content (content-hold-limits.ts). The response does not reveal whether a URL matched any
 * content.
 */
export async function submitNotice(
  given: NoticeInput,
  address: string,
): Promise<ResponseOf<typeof submitIntimateImageNotice>> {
  const from = getClientNetworks(address)
  await enforceNoticeRateLimits(from)
  const dueAt = new Date(Date.now() + noticeDeadlineHours * 3600_000)
  const sendsReceipt = await maySendReceipt(given.email)
  const claim = distinctReportKey(['notice', given.email, given.name], given.words)
  const { id, receipt } = await transaction(async (tx) => {
    const stored = await insertNotice(tx, given, claim, dueAt)
    if (sendsReceipt) await enqueueEmail(tx, noticeReceiptEmail(given.email, stored.receipt, dueAt))
    return stored
  })
  const source = { key: getNetworkReportFloodKey(from), claim }
  const found = await findSubjectsByUrls(db, splitNoticeUrls(given.addresses))
  let held = 0
  let isTooMany = false
  // Each item is handled in its own transaction. A transaction that locks several items and their owners
  // could deadlock with the transaction of another notice.
  for (const about of found) {
    const hide = await checkContentHoldAllowed(about, from)
    await transaction((tx) => openNoticeCase(tx, id, about, { dueAt, hides: hide === 'yes', source }))
    if (hide === 'yes') held += 1
    isTooMany ||= hide === 'site_limit'
  }
  if (!isTooMany || (await isFirstNoticeOfHour(from))) {
    const email = newIntimateImageNoticeEmail(receipt, dueAt, { found: found.length, held })
    await transaction((tx) => enqueueEmail(tx, email))
  }
  return { receipt, due_at: dueAt.toISOString() }
}

/**
 * Returns whether staff get an email about this notice. While the site receives too many notices, staff get
 * at most one email per network per hour.
 */
function isFirstNoticeOfHour({ network, allocation }: ClientNetworks): Promise<boolean> {
  return consumeRateLimit(`notices told from ${allocation ?? network}`, [{ most: 1, minutes: 60 }])
}

/**
 * Returns whether a receipt can be emailed to the sender. If the email address has already received the
 * maximum number of receipts, no receipt is sent, but the notice is still accepted. Email addresses are not
 * verified. If the site rejected notices, an attacker could block a victim's own notice by first sending five
 * notices with the victim's address.
 */
async function maySendReceipt(email: string): Promise<boolean> {
  return (
    (await consumeRateLimit(`receipts to ${email}`, noticeEmailRateLimits.receipts)) &&
    consumeEmailQuota(email)
  )
}

/** Counts notices in the database, so that the limits apply across processes. */
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

/** Resolves URLs to subjects and removes duplicates. */
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
  /** The sender and the text of the notice, which are used to detect floods of notices. */
  source?: { key: string; claim: string }
}

/** Opens a case for a notice and hides the subject if the limits allow it. Returns the case id. */
export async function openNoticeCase(
  tx: Tx,
  noticeId: string,
  about: ModerationSubject,
  { dueAt, hides, source }: NoticeCaseOptions,
): Promise<string> {
  const { id: caseId } = await openModerationCase(tx, {
    ...about,
    priority: 0,
    dueAt,
    ...(source && { floodKey: source.key }),
  })
  await tx.insertInto('notice_cases').values({ notice_id: noticeId, case_id: caseId }).execute()
  if (source) await recordReportSource(tx, caseId, source.key, source.claim)
  if (!about.contentId || !hides) return caseId
  await tryChangeModerationState(tx, { subject: 'content', id: about.contentId }, 'held', {
    kind: 'system',
    caseId,
    reason: 'notice',
  })
  return caseId
}

import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { linesOf, noticeEmails, noticeHours, noticeLimits, type sendNotice } from '#contract/notices.ts'
import { Refusal } from '#contract/refusals.ts'
import { mayMail } from '../accounts/guesses.ts'
import { type Db, db, type Tx, transaction } from '../platform/db/db.ts'
import { post } from '../platform/mail.ts'
import { openCase } from './cases.ts'
import { claimOf } from './claims.ts'
import { floodOfNetwork, joinCase } from './floods.ts'
import { moveIfMay } from './moves.ts'
import { type Networks, networksOf } from './networks.ts'
import { subjectAt } from './notice-address.ts'
import { canHide } from './notice-holds.ts'
import { noticeArrived, noticeLetter } from './notice-letters.ts'
import { takeSlot } from './rate-limits.ts'
import { newReceipt } from './report-receipt.ts'
import type { Subject } from './report-subject.ts'

type Notice = ParsedOf<typeof sendNotice>['body']

/**
 * Takes a notice of an intimate picture. What its addresses name here is hidden at once, unless a person has already judged it or
 * notices have hidden too much lately (notice-holds.ts), and a clock of 48 hours runs. The answer is the same whether an address
 * names something or not.
 */
export async function notice(given: Notice, address: string): Promise<AnswerOf<typeof sendNotice>> {
  const from = networksOf(address)
  await refuseFlood(from)
  const dueAt = new Date(Date.now() + noticeHours * 3600_000)
  const mails = await maySendReceipt(given.email)
  const claim = claimOf(['notice', given.email, given.name], given.words)
  const { id, receipt } = await transaction(async (tx) => {
    const stored = await store(tx, given, claim, dueAt)
    if (mails) await post(tx, noticeLetter(given.email, stored.receipt, dueAt))
    return stored
  })
  const source = { key: floodOfNetwork(from), claim }
  const found = await subjectsAt(db, linesOf(given.addresses))
  let held = 0
  let isTooMany = false
  // Each in a transaction of its own: one that locked several items and their owners would deadlock with another notice.
  for (const about of found) {
    const hide = await canHide(about, from)
    await transaction((tx) => takeAway(tx, id, about, { dueAt, hides: hide === 'yes', source }))
    if (hide === 'yes') held += 1
    isTooMany ||= hide === 'site_limit'
  }
  if (!isTooMany || (await isFirstOfHour(from))) {
    const arrived = noticeArrived(receipt, dueAt, { found: found.length, held })
    await transaction((tx) => post(tx, arrived))
  }
  return { receipt, due_at: dueAt.toISOString() }
}

/** While the whole site gets too many notices, staff hear of one from each network in an hour. */
function isFirstOfHour({ network, allocation }: Networks): Promise<boolean> {
  return takeSlot(`notices told from ${allocation ?? network}`, [{ most: 1, minutes: 60 }])
}

/**
 * Anybody can type any email address, so its limit never stops a notice: otherwise five notices in a victim's name would stop the
 * victim's own. Above the limit the answer is the same, without the email.
 */
async function maySendReceipt(email: string): Promise<boolean> {
  return (await takeSlot(`receipts to ${email}`, noticeEmails.receipts)) && mayMail(email)
}

/** Counted in the database, so that a second process brings nobody a second chance. */
async function refuseFlood({ network, allocation }: Networks): Promise<void> {
  const { network: ofNetwork, allocation: ofAllocation } = noticeLimits
  const isFine =
    (await takeSlot(`notices from ${network}`, [ofNetwork])) &&
    (allocation === null || (await takeSlot(`notices from ${allocation}`, [ofAllocation])))
  if (!isFine) throw new Refusal('notice_too_many')
}

function store(tx: Tx, { name, email, for: onBehalf, addresses, words }: Notice, claim: string, dueAt: Date) {
  return tx
    .insertInto('notices')
    .values({
      receipt: newReceipt(),
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
async function subjectsAt(on: Db | Tx, addresses: string[]): Promise<Subject[]> {
  const found = new Map<string, Subject>()
  for (const address of addresses) {
    const about = await subjectAt(on, address)
    if (about) found.set(about.contentId ?? about.userId, about)
  }
  return [...found.values()]
}

interface Taking {
  dueAt: Date
  hides: boolean
  /** Who wrote it, and what they say. */
  source?: { key: string; claim: string }
}

/** Opens its case and hides it at once, if it may. Returns the case. */
export async function takeAway(
  tx: Tx,
  noticeId: string,
  about: Subject,
  { dueAt, hides, source }: Taking,
): Promise<string> {
  const { id: caseId } = await openCase(tx, {
    ...about,
    priority: 0,
    dueAt,
    ...(source && { floodKey: source.key }),
  })
  await tx.insertInto('notice_cases').values({ notice_id: noticeId, case_id: caseId }).execute()
  if (source) await joinCase(tx, caseId, source.key, source.claim)
  if (!about.contentId || !hides) return caseId
  await moveIfMay(tx, { subject: 'content', id: about.contentId }, 'held', {
    kind: 'system',
    caseId,
    reason: 'notice',
  })
  return caseId
}

import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { linesOf, noticeHours, noticePace, type sendNotice } from '#contract/notices.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { pace } from '../platform/http/pace.ts'
import { post } from '../platform/mail.ts'
import { openCase } from './cases.ts'
import { moveIfMay } from './moves.ts'
import { subjectAt } from './notice-address.ts'
import { noticeArrived, noticeLetter } from './notice-letters.ts'
import { newReceipt } from './report-receipt.ts'
import type { Subject } from './report-subject.ts'

type Notice = ParsedOf<typeof sendNotice>['body']

/**
 * Takes a notice of an intimate picture: what its addresses name here is out of sight at once, and a clock of 48 hours runs. The
 * answer is the same whether an address names something or not.
 */
export function notice(given: Notice, address: string): Promise<AnswerOf<typeof sendNotice>> {
  return transaction(async (tx) => {
    await refuseFlood(tx, given.email, address)
    const dueAt = new Date(Date.now() + noticeHours * 3600_000)
    const { id, receipt } = await store(tx, given, dueAt)
    const found = await subjectsAt(tx, linesOf(given.addresses))
    for (const about of found) await takeAway(tx, id, about, dueAt)
    await post(tx, noticeLetter(given, receipt, dueAt))
    await post(tx, noticeArrived(receipt, dueAt, found.length))
    return { receipt, due_at: dueAt.toISOString() }
  })
}

const lately = pace({ most: noticePace.perAddress, minutes: 60 })

async function refuseFlood(tx: Tx, email: string, address: string): Promise<void> {
  const { count } = await tx
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', new Date(Date.now() - 3600_000))
    .executeTakeFirstOrThrow()
  if (count >= noticePace.perEmail || lately(address) >= noticePace.perAddress)
    throw new Refusal('notice_too_many')
}

function store(tx: Tx, { name, email, for: onBehalf, addresses, words }: Notice, dueAt: Date) {
  return tx
    .insertInto('notices')
    .values({
      receipt: newReceipt(),
      name,
      email,
      on_behalf: onBehalf,
      addresses,
      words,
      due_at: dueAt,
    })
    .returning(['id', 'receipt'])
    .executeTakeFirstOrThrow()
}

/** Each once, however often it is named; always in the same order, so that two notices never wait for each other. */
async function subjectsAt(tx: Tx, addresses: string[]): Promise<Subject[]> {
  const found = new Map<string, Subject>()
  for (const address of addresses) {
    const about = await subjectAt(tx, address)
    if (about) found.set(about.contentId ?? about.userId, about)
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, about]) => about)
}

/** Holds it at once and opens its case. Returns the case. */
export async function takeAway(tx: Tx, noticeId: string, about: Subject, dueAt: Date): Promise<string> {
  const { id: caseId } = await openCase(tx, { ...about, priority: 0, dueAt })
  await tx.insertInto('notice_cases').values({ notice_id: noticeId, case_id: caseId }).execute()
  if (!about.contentId) return caseId
  await moveIfMay(tx, { subject: 'content', id: about.contentId }, 'held', {
    kind: 'system',
    caseId,
    reason: 'notice',
  })
  return caseId
}

import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listLostNotices, placeNotice as declared } from '#contract/mod-notices.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Db, db, type Tx, transaction } from '../platform/db/db.ts'
import { audit } from './audit.ts'
import { takeAway } from './notice.ts'
import { subjectAt } from './notice-address.ts'
import { answerNotice } from './notice-outcome.ts'
import type { Staff } from './staff.ts'

/** Open notices without a case: their addresses named nothing here, or what they named is gone. */
function lost(from: Db | Tx = db) {
  return from
    .selectFrom('notices')
    .where('answered_at', 'is', null)
    .where(sql<boolean>`not exists (select from notice_cases where notice_cases.notice_id = notices.id)`)
}

export async function lostNotices(): Promise<AnswerOf<typeof listLostNotices>> {
  const rows = await lost()
    .select(['id', 'addresses', 'words', 'created_at', 'due_at'])
    .select(sql<boolean>`due_at < now()`.as('overdue'))
    .orderBy('due_at')
    .limit(50)
    .execute()
  const items = rows.map(({ created_at, due_at, ...row }) => ({
    ...row,
    made_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
  }))
  return { items }
}

/** Somebody has found what was meant: from here on it is as if the notice had named it. */
export function placeNotice(viewer: Staff, id: string, address: string): Promise<AnswerOf<typeof declared>> {
  return transaction(async (tx) => {
    const { due_at: dueAt } = await open(tx, id)
    const about = await subjectAt(tx, address)
    if (!about) throw new Refusal('notice_place')
    const case_id = await takeAway(tx, id, about, { dueAt, hides: true })
    await audit(tx, { did: 'place_notice', actor: viewer.id, more: { notice: id, case: case_id } })
    return { case_id }
  })
}

/** Whoever wrote is asked to look at the addresses once more. */
export function giveUpNotice(viewer: Staff, id: string): Promise<undefined> {
  return transaction(async (tx) => {
    await open(tx, id)
    await answerNotice(tx, id, 'not_found', viewer.id)
    await audit(tx, { did: 'give_up_notice', actor: viewer.id, more: { notice: id } })
    return undefined
  })
}

async function open(tx: Tx, id: string) {
  const row = await lost(tx).select('due_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

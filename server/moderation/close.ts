import { type Action, personActions } from '#contract/moderation.ts'
import type { ReportOutcome } from '#contract/reports.ts'
import { eraseLater } from '../content/remove.ts'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { audit } from './audit.ts'
import { settleReports } from './report-outcome.ts'

/** Closes a case, and tells those who reported. What its owner deleted meanwhile is erased now (ruling 18). */
export async function closeCase(tx: Tx, caseId: string, by: string | null): Promise<void> {
  const closed = await tx
    .updateTable('cases')
    .set({ closed_at: new Date() })
    .where('id', '=', caseId)
    .where('closed_at', 'is', null)
    .returning(['content_id', 'comment_id'])
    .executeTakeFirst()
  if (!closed) return
  await audit(tx, { did: 'close', actor: by, more: { case: caseId } })
  await settleReports(tx, caseId, await outcomeOf(tx, caseId))
  if (closed.comment_id)
    await tx
      .deleteFrom('comments')
      .where('id', '=', closed.comment_id)
      .where('moderation', '=', 'deleted')
      .execute()
  if (!closed.content_id) return
  const gone = await itemsAtWork(tx)
    .select('id')
    .where('id', '=', closed.content_id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (gone) await eraseLater(tx, gone.id)
}

/** What those who reported are told: the gravest of what was decided in the case and stands. */
async function outcomeOf(tx: Tx, caseId: string): Promise<ReportOutcome> {
  const rows = await tx
    .selectFrom('decisions')
    .select('action')
    .where('case_id', '=', caseId)
    .where('reversed_at', 'is', null)
    .execute()
  const outcomes = rows.map(({ action }) => meaning(action))
  return graveness.find((outcome) => outcomes.includes(outcome)) ?? 'nothing'
}

const graveness = ['removed', 'limited', 'rated_16', 'account', 'nothing'] as const

function meaning(action: Action): (typeof graveness)[number] {
  if (action === 'remove' || action === 'quarantine') return 'removed'
  if (action === 'limit') return 'limited'
  if (action === 'rate_16') return 'rated_16'
  return personActions.includes(action) ? 'account' : 'nothing'
}

import { type Action, personActions } from '#contract/moderation.ts'
import { eraseLater } from '../content/remove.ts'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { audit } from './audit.ts'

/** Closes a case. What its owner deleted meanwhile is erased now (ruling 18). */
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

/** What those who reported are told. */
export function outcomeOf(action: Action) {
  if (action === 'remove' || action === 'quarantine' || action === 'hold') return 'removed'
  if (action === 'limit') return 'limited'
  if (action === 'rate_16') return 'rated_16'
  return personActions.includes(action) ? 'account' : 'nothing'
}

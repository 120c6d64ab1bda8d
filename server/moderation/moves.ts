import {
  type Action,
  type CommentState,
  type ContentState,
  mayMove,
  type Rule,
  type Source,
} from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { eraseLater } from '../content/remove.ts'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { audit } from './audit.ts'
import { moveComment } from './move-comment.ts'
import { stateMove } from './state-move.ts'

export type Movable = { subject: 'content'; id: string } | { subject: 'comment'; id: string }

/** Who moves it, and why in a word of ours. */
export interface Mover {
  kind: 'system' | 'staff'
  /** Of staff. */
  id?: string
  /** Of the machine: where it comes from. */
  reason: Source | Action
  rule?: Rule
  caseId?: string
}

/**
 * Moves an item or a comment from where it stands to another state: the row, the item's counts, the news to open pages and the
 * log, in one transaction. A move that is not in the table is refused, standing still as well. Returns where it stood.
 */
export async function move<M extends Movable>(
  tx: Tx,
  what: M,
  to: M['subject'] extends 'content' ? ContentState : CommentState,
  by: Mover,
): Promise<string> {
  const from =
    what.subject === 'content'
      ? await moveContent(tx, what.id, to as ContentState)
      : await moveComment(tx, what.id, to as CommentState)
  await audit(tx, {
    did: 'move',
    actor: by.id,
    subject: { kind: what.subject, id: what.id },
    more: { from, to, reason: by.reason, case: by.caseId ?? null },
  })
  if (by.kind === 'system') await stateMove(tx, what, from, to, by)
  return from
}

/** As `move`, for what the machine does by itself: where there is no such move it leaves things as they are and says so. */
export async function moveIfMay<M extends Movable>(
  tx: Tx,
  what: M,
  to: M['subject'] extends 'content' ? ContentState : CommentState,
  by: Mover,
): Promise<boolean> {
  const from = await standing(tx, what)
  if (from === undefined || !mayMove(what.subject, from, to)) return false
  await move(tx, what, to, by)
  return true
}

/** Where it stands, its row locked; nothing when it is not there. */
async function standing(tx: Tx, { subject, id }: Movable): Promise<string | undefined> {
  if (subject === 'comment') {
    const row = await tx
      .selectFrom('comments')
      .select('moderation')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    return row?.moderation
  }
  const row = await itemsAtWork(tx)
    .select(['moderation', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && (row.deleted_at ? 'deleted' : row.moderation)
}

async function moveContent(tx: Tx, id: string, to: ContentState): Promise<string> {
  const from = await standing(tx, { subject: 'content', id })
  if (from === undefined) throw new Refusal('content_not_found')
  if (!mayMove('content', from, to)) throw new Refusal('move_refused')
  if (to === 'deleted') {
    await tx.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    await announce(tx, { what: 'content_gone', contentId: id })
    await eraseLater(tx, id)
    return from
  }
  await tx.updateTable('content').set({ moderation: to }).where('id', '=', id).execute()
  // Whoever has it open is asked again whether they may.
  await announce(tx, { what: 'audience_changed', contentId: id })
  return from
}

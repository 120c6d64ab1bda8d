import type { Action, Rule, Source } from '#contract/moderation.ts'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { decide } from './decide.ts'
import type { Movable, Mover } from './moves.ts'
import { standingOf } from './subject.ts'

const actionTo: Record<string, Action> = {
  limited: 'limit',
  held: 'hold',
  removed: 'remove',
  quarantined: 'quarantine',
}

/** What the machine takes from somebody has its statement of reasons too: that it was the machine, and where it came from. */
export async function stateMove(tx: Tx, what: Movable, from: string, to: string, by: Mover): Promise<void> {
  const action = actionTo[to]
  if (!action) return
  const now = await standingOf(tx, await subjectOfMove(tx, what))
  await decide(tx, now, {
    action,
    rule: by.rule ?? (await ruleOf(tx, by.caseId)),
    source: by.reason as Source,
    by: null,
    caseId: by.caseId ?? null,
    before: { moderation: from },
  })
}

async function subjectOfMove(tx: Tx, { subject, id }: Movable) {
  if (subject === 'content') {
    const { user_id: userId } = await itemsAtWork(tx)
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { subject, contentId: id, commentId: null, userId }
  }
  const { user_id: userId, content_id: contentId } = await tx
    .selectFrom('comments')
    .select(['user_id', 'content_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { subject, contentId, commentId: id, userId }
}

/** The most urgent of what was reported. */
async function ruleOf(tx: Tx, caseId: string | undefined): Promise<Rule> {
  if (!caseId) return 'other'
  const report = await tx
    .selectFrom('reports')
    .select('reason')
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .orderBy('priority')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return report?.reason ?? 'other'
}

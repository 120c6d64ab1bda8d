import type { decideComment } from '#contract/comments.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { count } from '../content/count.ts'
import { visibleContent } from '../content/one.ts'
import { announce } from '../events.ts'
import { transaction, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { peopleAtWork } from '../safety/people.ts'
import { isAway } from '../safety/profile.ts'
import { hideAs, shown } from './shown.ts'

type Decision = ParsedOf<typeof decideComment>['body']['decision']

/** The creator of a video decides about a comment that waits for them. Those that wait for moderators do not exist here. */
export async function decide(viewer: Member, id: string, decision: Decision): Promise<undefined> {
  await transaction(async (tx) => {
    const { content_id: contentId } = await waiting(tx, id)
    const item = await visibleContent(viewer, contentId, tx).catch(hideAs('comment_not_found'))
    if (item.user_id !== viewer.id) throw new Refusal('comment_not_found')
    if (decision === 'approve') await release(tx, id)
    else await tx.updateTable('comments').set({ moderation: 'removed' }).where('id', '=', id).execute()
  })
}

async function waiting(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('comments')
    .select('content_id')
    .where('id', '=', id)
    .where('moderation', '=', 'held')
    .where('held_for', '=', 'owner')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('comment_not_found')
  return row
}

/** From now on everybody sees it: counted and told as if it were posted now. Its author may be on their way out. */
async function release(tx: Tx, id: string): Promise<void> {
  // Should it be held again one day, then for moderators.
  await tx
    .updateTable('comments')
    .set({ moderation: 'approved', held_for: null, held_why: [] })
    .where('id', '=', id)
    .execute()
  const { is_away, ...row } = await peopleAtWork(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .select(['comments.id', 'content_id', 'comments.user_id', 'body', 'comments.created_at'])
    .select(['username', 'avatar_url', isAway().as('is_away')])
    .where('comments.id', '=', id)
    .executeTakeFirstOrThrow()
  if (is_away) return
  await count(tx, row.content_id, 'comments_count', 1)
  await announce(tx, { what: 'comment_posted', comment: shown({ ...row, folded: false }) })
}

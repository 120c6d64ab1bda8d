import type { decideComment } from '#contract/comments.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { count } from '../content/count.ts'
import { announce } from '../events.ts'
import { transaction, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { ownItems, watchableItems } from '../safety/items.ts'
import { peopleAtWork } from '../safety/people.ts'
import { isAway } from '../safety/profile.ts'
import { shownLive } from './shown.ts'

type Decision = ParsedOf<typeof decideComment>['body']['decision']

/** The creator of a video decides about a comment that waits for them. Those that wait for moderators do not exist here. */
export async function decide(viewer: Member, id: string, decision: Decision): Promise<undefined> {
  await transaction(async (tx) => {
    await waitsFor(tx, viewer, id)
    if (decision === 'approve') await release(tx, id)
    else await tx.updateTable('comments').set({ moderation: 'removed' }).where('id', '=', id).execute()
  })
}

async function waitsFor(tx: Tx, viewer: Member, id: string): Promise<void> {
  const row = await tx
    .selectFrom('comments')
    .select('content_id')
    .where('id', '=', id)
    .where('moderation', '=', 'held')
    .where('held_for', '=', 'owner')
    // Its own statement would tell by its time that there is one under somebody else's.
    .where('content_id', 'in', ownItems(viewer.id, tx).select('content.id'))
    .where('content_id', 'in', watchableItems(viewer, tx).select('content.id'))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('comment_not_found')
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
    .select(['username', 'avatar_url', 'is_minor', isAway().as('is_away')])
    .where('comments.id', '=', id)
    .executeTakeFirstOrThrow()
  if (is_away) return
  await count(tx, row.content_id, 'comments_count', 1)
  await announce(tx, { what: 'comment_posted', comment: shownLive({ ...row, folded: false }) })
}

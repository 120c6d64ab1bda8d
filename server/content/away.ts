import { announce } from '../events.ts'
import { db, transaction } from '../platform/db/db.ts'
import { job } from '../platform/queue.ts'
import { peopleAtWork } from '../safety/people.ts'
import { isAway } from '../safety/profile.ts'
import { recount } from './recount.ts'

/** What follows from somebody going (leaving, suspended) or coming back, for pages that are open and for the numbers beside videos. */
export const tellOfAway = job<{ userId: string }>('tell-of-away', { retryLimit: 20 })

/** Looks how things stand now; so it may run twice, late, or for what was taken back meanwhile. */
export async function tellAway({ userId }: { userId: string }): Promise<void> {
  const person = await peopleAtWork()
    .select(isAway().as('is_away'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!person) return
  const isGone = person.is_away
  if (isGone) await transaction((tx) => announce(tx, { what: 'audiences_changed', ownerId: userId }))
  for (const id of await commentedItems(userId)) await tellItem(id, userId, isGone)
}

/** A transaction an item: somebody may have written under a thousand. */
function tellItem(contentId: string, userId: string, isGone: boolean): Promise<void> {
  return transaction(async (tx) => {
    await recount(tx, contentId)
    if (!isGone) return
    const written = await tx
      .selectFrom('comments')
      .select('id')
      .where('content_id', '=', contentId)
      .where('user_id', '=', userId)
      .execute()
    for (const { id: commentId } of written)
      await announce(tx, { what: 'comment_deleted', contentId, commentId })
  })
}

export async function commentedItems(userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('content_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.content_id)
}

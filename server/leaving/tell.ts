import { announce } from '../events.ts'
import { db, transaction } from '../platform/db/db.ts'
import { job } from '../platform/queue.ts'
import { recount } from '../content/recount.ts'
import { itemsAtWork } from '../safety/items.ts'
import { peopleAtWork } from '../safety/people.ts'

/** What follows from a booking or from taking it back, for pages that are open and for the numbers beside videos. */
export const tellOfLeaving = job<{ userId: string }>('tell-of-leaving', { retryLimit: 20 })

/** Looks how things stand now; so it may run twice, late, or for a booking that was taken back meanwhile. */
export async function tell({ userId }: { userId: string }): Promise<void> {
  const person = await peopleAtWork().select('leaving_at').where('user_id', '=', userId).executeTakeFirst()
  if (!person) return
  const isLeaving = person.leaving_at !== null
  if (isLeaving) for (const id of await itemsOf(userId)) await endAudience(id)
  for (const id of await commentedItems(userId)) await tellItem(id, userId, isLeaving)
}

/** Whoever watches is asked again whether they may. */
function endAudience(contentId: string): Promise<void> {
  return transaction(async (tx) => {
    await itemsAtWork(tx).select('id').where('id', '=', contentId).forUpdate().execute()
    await announce(tx, { what: 'audience_changed', contentId })
  })
}

/** A transaction an item: somebody may have written under a thousand. */
function tellItem(contentId: string, userId: string, isLeaving: boolean): Promise<void> {
  return transaction(async (tx) => {
    await recount(tx, contentId)
    if (!isLeaving) return
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

async function itemsOf(userId: string): Promise<string[]> {
  const rows = await itemsAtWork()
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
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

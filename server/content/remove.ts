import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enqueue, job, worker } from '../platform/queue.ts'
import { isLookedInto } from '../safety/cases.ts'
import { ownedBy } from '../safety/visible.ts'
import { tellAway, tellOfAway } from './away.ts'

/** Erases a deleted item, with the bytes of its upload (server/uploads/erase.ts). */
export const eraseContent = job<{ contentId: string }>('erase-content', {
  retryLimit: 20,
  retryDelay: 30,
  retryDelayMax: 3600,
})

/** Deletes one's own item: gone for everybody at once; its files go by a job that tries until nothing is left. */
export async function remove(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const gone = await tx
      .updateTable('content')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .where(ownedBy(viewer.id))
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('content_not_found')
    await announce(tx, { what: 'content_gone', contentId: id })
    await eraseLater(tx, id)
  })
}

/** Queues the erasing of an item that is hidden already. While somebody looks into it, it waits (ruling 18). */
export async function eraseLater(tx: Tx, contentId: string): Promise<void> {
  if (!(await isLookedInto(tx, 'content_id', contentId))) await enqueue(tx, eraseContent, { contentId })
}

export const contentWorkers = [worker(tellOfAway, tellAway)]

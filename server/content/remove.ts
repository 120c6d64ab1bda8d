import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enqueue, job, worker } from '../platform/queue.ts'
import { storage } from '../platform/storage/storage.ts'
import { isLookedInto } from '../safety/cases.ts'
import { ownedBy } from '../safety/visible.ts'
import { itemsAtWork } from '../safety/items.ts'
import { tellAway, tellOfAway } from './away.ts'

const eraseContent = job<{ contentId: string }>('erase-content', {
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

/** Files first, then the row that knows of them: a crash between the two leaves the job something to find. */
async function erase({ contentId }: { contentId: string }): Promise<void> {
  const item = await itemsAtWork()
    .select(['playback_id', 'file_url'])
    .where('id', '=', contentId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!item || (await isLookedInto(db, 'content_id', contentId))) return
  await storage.remove(`media/${item.playback_id}`)
  if (item.file_url) await storage.remove(item.file_url)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
}

export const contentWorkers = [worker(eraseContent, erase), worker(tellOfAway, tellAway)]

import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enqueue, defineJob } from '#server/platform/queue/queue.ts'
import { hasOpenCase } from '#server/access-policy/moderation-case-conditions.ts'
import { isOwnedBy } from '#server/access-policy/visible-content.ts'

/** The job that erases a deleted item and its uploaded data (server/uploads/erase-content.ts). */
export const contentErasureJob = defineJob<{ contentId: string }>('erase-content', {
  retryLimit: 20,
  retryDelay: 30,
  retryDelayMax: 3600,
})

/**
 * Deletes the viewer's own item. The item is hidden from everyone immediately; a job deletes its files and
 * retries until all are gone.
 */
export async function deleteOwnContent(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const gone = await tx
      .updateTable('content')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .where(isOwnedBy(viewer.id))
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new ApiError('content_not_found')
    await emitEvent(tx, { type: 'content_removed', contentId: id })
    await enqueueContentErasure(tx, id)
  })
}

/**
 * Enqueues the erasure of an item that is already hidden. If a moderation case about the item is open, the
 * item is erased only after the case is closed.
 */
export async function enqueueContentErasure(tx: Tx, contentId: string): Promise<void> {
  if (!(await hasOpenCase(tx, 'content_id', contentId))) await enqueue(tx, contentErasureJob, { contentId })
}

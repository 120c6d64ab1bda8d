import type { BroadcastSource } from '#contract/broadcasts/broadcasts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isUniqueViolation, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { assertAccountOldEnough } from './broadcast-permission.ts'
import { assertWorkerAvailable } from './broadcast-workers.ts'

/** Throws an ApiError if the member cannot start a broadcast now. */
export async function assertCanStartBroadcast(tx: Tx, viewer: Member): Promise<void> {
  await assertAccountOldEnough(tx, viewer.id)
  const running = await tx
    .selectFrom('broadcasts')
    .select('content_id')
    .where('user_id', '=', viewer.id)
    .where('state', '!=', 'ended')
    .executeTakeFirst()
  if (running) throw new ApiError('broadcast_running')
  await assertWorkerAvailable(tx)
}

/** Creates the broadcast of an item. The broadcast goes on air when its first data arrives. */
export async function insertBroadcast(
  tx: Tx,
  {
    contentId,
    userId,
    source,
    delaySeconds,
  }: { contentId: string; userId: string; source: BroadcastSource; delaySeconds: number },
): Promise<void> {
  await tx
    .insertInto('broadcasts')
    .values({
      content_id: contentId,
      user_id: userId,
      source,
      delay_seconds: delaySeconds,
    })
    .execute()
    .catch((error: unknown) => {
      // Another request by the same person has created a broadcast in the meantime.
      throw isUniqueViolation(error, 'broadcasts_one_per_person') ? new ApiError('broadcast_running') : error
    })
}

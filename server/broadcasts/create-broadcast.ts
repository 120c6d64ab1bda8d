import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import type { createBroadcast, OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { checkContentText, emitContentTextHeld } from '#server/content/content-text-checks.ts'
import { isUniqueViolation, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { insertDraft } from '#server/uploads/insert-draft.ts'
import { assertAccountOldEnough, assertMayBroadcast } from './broadcast-permission.ts'
import { assertWorkerAvailable } from './broadcast-workers.ts'
import { loadOwnBroadcast } from './get-broadcast.ts'

type BroadcastInput = ParsedInputOf<typeof createBroadcast>['body']

/**
 * Creates a broadcast and its content item. The item has the status `live` until the recording of the
 * broadcast is ready.
 */
export async function createMemberBroadcast(viewer: Member, body: BroadcastInput): Promise<OwnBroadcast> {
  assertMayBroadcast(viewer)
  if (!isGenreAllowedForUploadType('live', body.genre)) throw new ApiError('genre_unknown')
  enforceRateLimit('broadcasts', viewer.id)
  const { texts, held } = checkContentText(viewer, body, body.anyway)
  return transaction(async (tx) => {
    await assertAccountOldEnough(tx, viewer.id)
    await assertNoBroadcastRunning(tx, viewer.id)
    await assertWorkerAvailable(tx)
    const draft = await insertDraft(
      tx,
      viewer.id,
      { ...body, ...texts, tags: [], content_type: 'live' },
      held,
      'live',
    )
    if (held.length > 0) await emitContentTextHeld(tx, viewer, draft.id, held)
    await tx
      .insertInto('broadcasts')
      .values({
        content_id: draft.id,
        user_id: viewer.id,
        source: body.source,
        delay_seconds: broadcastLimits.delaySeconds.default,
      })
      .execute()
      .catch((error: unknown) => {
        // Another request by the same person has created a broadcast in the meantime.
        throw isUniqueViolation(error, 'broadcasts_one_per_person')
          ? new ApiError('broadcast_running')
          : error
      })
    return loadOwnBroadcast(viewer, draft.id, tx)
  })
}

async function assertNoBroadcastRunning(tx: Tx, userId: string): Promise<void> {
  const running = await tx
    .selectFrom('broadcasts')
    .select('content_id')
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .executeTakeFirst()
  if (running) throw new ApiError('broadcast_running')
}

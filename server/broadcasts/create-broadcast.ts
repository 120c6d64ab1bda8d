import type { createBroadcast, OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { checkContentText, emitContentTextHeld } from '#server/content/content-text-checks.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { insertDraft } from '#server/uploads/insert-draft.ts'
import { assertDelayAllowed, assertMayBroadcast } from './broadcast-permission.ts'
import { loadOwnBroadcast } from './get-broadcast.ts'
import { assertCanStartBroadcast, insertBroadcast } from './insert-broadcast.ts'

type BroadcastInput = ParsedInputOf<typeof createBroadcast>['body']

/**
 * Creates a broadcast and its content item. The item has the status `live` until the recording of the
 * broadcast is ready.
 */
export async function createMemberBroadcast(viewer: Member, body: BroadcastInput): Promise<OwnBroadcast> {
  assertMayBroadcast(viewer)
  assertDelayAllowed(viewer, body.delay_seconds)
  if (!isGenreAllowedForUploadType('live', body.genre)) throw new ApiError('genre_unknown')
  enforceRateLimit('broadcasts', viewer.id)
  const { texts, held } = checkContentText(viewer, body, body.anyway)
  return transaction(async (tx) => {
    await assertCanStartBroadcast(tx, viewer)
    const draft = await insertDraft(
      tx,
      viewer.id,
      { ...body, ...texts, tags: [], content_type: 'live' },
      held,
      'live',
    )
    if (held.length > 0) await emitContentTextHeld(tx, viewer, draft.id, held)
    await insertBroadcast(tx, {
      contentId: draft.id,
      userId: viewer.id,
      source: body.source,
      delaySeconds: body.delay_seconds,
    })
    return loadOwnBroadcast(viewer, draft.id, tx)
  })
}

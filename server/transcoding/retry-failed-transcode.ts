import { ApiError } from '#contract/errors/api-error.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { inProgressReplacementStates } from '#server/uploads/replacements/end-replacement.ts'
import { requeueTranscode } from './requeue-transcode.ts'
import { findOwnContentIdByStream, loadStreamStatus } from './stream-status.ts'

/**
 * Restarts a failed transcode and resets its number of attempts to zero. Throws `conflict` if the transcode
 * has not failed, or if a new file is about to replace the failed file.
 */
export async function retryFailedTranscode(viewer: Viewer, streamId: string): Promise<ProcessingStatus> {
  return transaction(async (tx) => {
    const contentId = await findOwnContentIdByStream(tx, viewer, streamId)
    const { numUpdatedRows } = await tx
      .updateTable('streams')
      .set({ state: 'received', tries: 0, percent: 0, queued_at: new Date(), started_at: null })
      .set({ finished_at: null, error_title: null, error_detail: null })
      .where('content_id', '=', contentId)
      .where('state', '=', 'failed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stream_replacements')
              .select('content_id')
              .where('content_id', '=', contentId)
              .where('state', 'in', inProgressReplacementStates),
          ),
        ),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiError('conflict')
    await tx
      .updateTable('content')
      .set({ stream_status: 'received' })
      .where('id', '=', contentId)
      .where('stream_status', '=', 'failed')
      .execute()
    await requeueTranscode(tx, contentId)
    return loadStreamStatus(tx, contentId)
  })
}

import { type RawBuilder, sql } from 'kysely'
import type { ReprocessingState } from '#contract/admin/content.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requeueTranscode } from './requeue-transcode.ts'

/**
 * Whether an item can be transcoded again. The query must join `streams` with `content`. While a video is being
 * encoded in pieces, its stream is `encoding`, so it counts as in progress.
 */
export const reprocessingStateSql: RawBuilder<ReprocessingState> = sql<ReprocessingState>`case
  when streams.state = 'refused' then 'rejected'
  when streams.state not in ('ready', 'failed') then
    case when streams.state = 'uploading' then 'not_uploaded' else 'in_progress' end
  when exists (select from stream_replacements where stream_replacements.content_id = content.id
    and stream_replacements.state in ('uploading', 'received', 'encoding', 'held')) then 'replacement_in_progress'
  when content.file_url is null then 'original_deleted'
  else 'possible' end`

/**
 * Transcodes an item again from its uploaded file. Viewers can watch the current renditions until the first new
 * rendition replaces them. Throws `original_deleted` if the uploaded file no longer exists, and
 * `reprocess_refused` in all other states in which the item cannot be transcoded.
 */
export async function reprocessItem(tx: Tx, contentId: string): Promise<void> {
  // Code that changes an item locks the item before its stream.
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(['content.id', 'content.file_url', reprocessingStateSql.as('reprocessing')])
    .where('content.id', '=', contentId)
    .where('content.deleted_at', 'is', null)
    .forUpdate(['content', 'streams'])
    .executeTakeFirst()
  if (!item) throw new ApiError('not_found')
  if (item.reprocessing === 'original_deleted') throw new ApiError('original_deleted')
  if (item.reprocessing !== 'possible') throw new ApiError('reprocess_refused')
  await tx
    .updateTable('streams')
    .set({ state: 'received', tries: 0, percent: 0, eta_seconds: null, queued_at: new Date() })
    .set({ started_at: null, finished_at: null, error_title: null, error_detail: null })
    .where('content_id', '=', contentId)
    .execute()
  await tx
    .updateTable('content')
    .set({ stream_status: 'received' })
    .where('id', '=', contentId)
    .where('stream_status', '=', 'failed')
    .execute()
  // A file that is kept for a limited time must not be deleted during the attempt. The end of the attempt sets a
  // new time (`keepOriginal`).
  await tx.deleteFrom('kept_originals').where('content_id', '=', contentId).execute()
  await requeueTranscode(tx, contentId)
}

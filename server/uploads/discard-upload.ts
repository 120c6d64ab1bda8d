import { enqueueContentErasure } from '#server/content/delete-content.ts'
import { transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { eraseDeletedContent } from './erase-content.ts'
import { cancelReplacementAfterUploadDiscard } from './replacements/end-replacement.ts'

/**
 * Deletes an incomplete upload. If the upload is a replacement for an item's file, only the upload is
 * deleted, not the item. For any other upload, a transaction hides the item and enqueues a job that erases
 * the files. Usually this function has erased the files before the job starts, and the job then has nothing
 * to do.
 */
export async function discardUpload(upload: {
  id: string
  content_id: string
  is_replacement: boolean
}): Promise<void> {
  if (upload.is_replacement) return cancelReplacementAfterUploadDiscard(upload.content_id, upload.id)
  const contentId = upload.content_id
  const isOurs = await transaction(async (tx) => {
    const gone = await tx
      .updateTable('content')
      .set({ deleted_at: new Date() })
      .where('id', '=', contentId)
      .where('stream_status', '=', 'uploading')
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (gone) await enqueueContentErasure(tx, contentId)
    return gone !== undefined
  })
  if (!isOurs) return
  await eraseDeletedContent({ contentId }).catch((error: Error) =>
    log.warn('the files of an upload will be erased later by a job', {
      uploadId: upload.id,
      error: error.message,
    }),
  )
}

import { enqueueContentErasure } from '#server/content/delete-content.ts'
import { transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { eraseDeletedContent } from './erase-content.ts'

/**
 * Deletes an upload that did not come to its end. From the first statement on it is gone for everybody, and a job erases what it has
 * left; usually that is done here and now, and the job finds nothing.
 */
export async function discardUpload(upload: { id: string; content_id: string }): Promise<void> {
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
    log.warn('an upload is erased later', { uploadId: upload.id, error: error.message }),
  )
}

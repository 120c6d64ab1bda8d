import { enqueueContentErasure } from '#server/content/delete-content.ts'
import { transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { eraseDeletedContent } from './erase-content.ts'

/**
 * Deletes an incomplete upload. It is hidden by the first statement; a job erases the files. They are usually
 * erased here already, and the job then finds nothing to do.
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

import { db } from '../platform/db/db.ts'
import { storage } from '../platform/storage/storage.ts'
import { removeBytes } from './bytes.ts'

/**
 * Forgets an upload that did not come to its end: the draft with all that hangs on it, then the files. Should the
 * files stay, the chore finds them: they have no row.
 */
export async function discard(upload: {
  id: string
  content_id: string
  playback_id: string
}): Promise<void> {
  const gone = await db
    .deleteFrom('content')
    .where('id', '=', upload.content_id)
    .where('stream_status', '=', 'uploading')
    .returning('id')
    .executeTakeFirst()
  if (!gone) return
  await removeBytes(upload.id)
  await storage.remove(`media/${upload.playback_id}`)
}

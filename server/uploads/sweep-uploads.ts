import { sql } from 'kysely'
import { log } from '../platform/log.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { discardUpload } from './discard-upload.ts'
import { eraseOverdueContent } from './erase-content.ts'
import { isUploadOfItem } from './upload-storage-keys.ts'

const staleAfter = 7 * 24 * 3600_000

/**
 * Discards uploads that received nothing for a week, and erases deleted items whose erasure is overdue. Files
 * without a database row are deleted by operations/sweep/.
 */
export async function sweepUploads(now: number = Date.now()): Promise<void> {
  const stale = await listStaleUploads(now)
  for (const upload of stale) await discardUpload(upload)
  await eraseOverdueContent(now)
  if (stale.length > 0) log.info('deleted abandoned uploads', { removed: stale.length })
}

function listStaleUploads(now: number) {
  return selectItemsWithoutAccessCheck()
    .innerJoin('uploads', (join) => join.on(isUploadOfItem))
    .select(['uploads.id', 'content.id as content_id'])
    .select(sql<boolean>`uploads.replaces_content_id is not null`.as('is_replacement'))
    .where('completed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('touched_at', '<', new Date(now - staleAfter))
    .execute()
}

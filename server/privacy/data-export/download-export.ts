import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { respondWithStoredObject } from '#server/playback/media-response.ts'
import { dataExportStorageKey } from './data-export-storage-keys.ts'
import { isUuid } from '#server/platform/uuid.ts'

/**
 * Serves the ZIP file of an export to its signed-in owner, and throws `not_found` for everyone else. Range
 * requests are supported, so an interrupted download can resume.
 */
export async function serveDataExport(viewer: Member, id: string, request: Request): Promise<Response> {
  const key = dataExportStorageKey(viewer.id, await requireReadyExport(viewer, id))
  const about = await storage.stat(key)
  if (!about) throw new ApiError('not_found')
  const response = await respondWithStoredObject(key, about, { isPublic: false, keep: 0 }, request)
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('content-type', 'application/zip')
  response.headers.set('content-disposition', `attachment; filename="your-data-${viewer.username}.zip"`)
  return response
}

async function requireReadyExport(viewer: Member, id: string): Promise<string> {
  if (!isUuid(id)) throw new ApiError('not_found')
  const row = await db
    .selectFrom('data_exports')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row.id
}

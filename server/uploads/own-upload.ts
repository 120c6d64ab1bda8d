import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { getUpload } from '#contract/content/uploads.ts'
import { type Viewer, getViewerId } from '../platform/http/viewer.ts'
import { getUploadStore } from './upload-store.ts'
import { isUploadId, isUploadOfItem, getUploadStorageKey } from './upload-storage-keys.ts'
import { buildUploadUrl } from './create-upload.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

export type OwnUpload = Awaited<ReturnType<typeof requireOwnUpload>>

/** Returns the viewer's own upload. Throws `upload_not_found` for other people's uploads. */
export async function requireOwnUpload(viewer: Viewer, id: string) {
  const found = isUploadId(id) && viewer.kind === 'member' ? await find(id, getViewerId(viewer)!) : undefined
  if (!found) throw new ApiError('upload_not_found')
  return found
}

function find(id: string, userId: string) {
  return selectOwnItems(userId)
    .innerJoin('uploads', (join) => join.on(isUploadOfItem))
    .select(['uploads.id', 'content.id as content_id', 'uploads.file_name', 'uploads.file_size'])
    .select(sql<boolean>`uploads.replaces_content_id is not null`.as('is_replacement'))
    .select(['uploads.is_declared', 'content.content_type'])
    .select(['uploads.completed_at', 'content.stream_id', 'content.playback_id', 'uploads.user_id'])
    .where('uploads.id', '=', id)
    .executeTakeFirst()
}

/**
 * Returns the state of an upload, including the number of bytes received, so that a client can resume the
 * upload.
 */
export async function loadUploadState(viewer: Viewer, id: string): Promise<ResponseOf<typeof getUpload>> {
  const upload = await requireOwnUpload(viewer, id)
  return {
    uploadURL: buildUploadUrl(id),
    contentId: upload.content_id,
    streamId: upload.stream_id,
    file_name: upload.file_name,
    file_size: upload.is_declared ? upload.file_size : null,
    offset: await offsetOf(upload),
    complete: upload.completed_at !== null,
  }
}

async function offsetOf({ id, completed_at, is_declared, file_size }: OwnUpload): Promise<number> {
  if (completed_at) return file_size
  return is_declared ? (await getUploadStore().getUpload(getUploadStorageKey(id))).offset : 0
}

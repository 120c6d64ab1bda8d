import type { AnswerOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import type { getUpload } from '#contract/uploads.ts'
import { type Viewer, idOf } from '../platform/http/viewer.ts'
import { bytes } from './bytes.ts'
import { isUploadId, keyOf } from './gated.ts'
import { uploadUrl } from './create.ts'
import { ownItems } from '../safety/items.ts'

export type OwnUpload = Awaited<ReturnType<typeof ownUpload>>

/** One's own upload. Anybody else's does not exist. */
export async function ownUpload(viewer: Viewer, id: string) {
  const found = isUploadId(id) && viewer.kind === 'member' ? await find(id, idOf(viewer)!) : undefined
  if (!found) throw new Refusal('upload_not_found')
  return found
}

function find(id: string, userId: string) {
  return ownItems(userId)
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['uploads.id', 'uploads.content_id', 'uploads.file_name', 'uploads.file_size'])
    .select(['uploads.is_declared', 'content.content_type'])
    .select(['uploads.completed_at', 'content.stream_id', 'content.playback_id', 'uploads.user_id'])
    .where('uploads.id', '=', id)
    .executeTakeFirst()
}

/** How far it has come, for picking up where it stopped. */
export async function uploadState(viewer: Viewer, id: string): Promise<AnswerOf<typeof getUpload>> {
  const upload = await ownUpload(viewer, id)
  return {
    uploadURL: uploadUrl(id),
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
  return is_declared ? (await bytes().getUpload(keyOf(id))).offset : 0
}

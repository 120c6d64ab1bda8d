import { listOwnContent, type OwnContent } from '#contract/content/own-content.ts'
import { toGenreFormValue } from '#contract/content/genres.ts'
import { toUploadType } from '#contract/content/content-types.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { getUpload } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import type { VideoDetails } from '../details/video-details.ts'
import { getPreprocessedFile } from '../preprocessing/preprocessed-file-storage.ts'
import { getStoredUpload, findStoredUpload } from './unfinished-upload-storage.ts'

/** An upload that was started but is not complete. */
export type UploadDraft = OwnContent & { upload_url: string }

export function filterUploadDrafts(items: OwnContent[]): UploadDraft[] {
  return items.filter(
    (item): item is UploadDraft => item.stream_status === 'uploading' && item.upload_url !== null,
  )
}

export interface UnfinishedUpload {
  draft: UploadDraft
  /** The number of bytes that the server has already received. */
  offset: number
  /** The name of the file and its total size in bytes. */
  size: number
  name: string
  /**
   * The preprocessed file, if it is still stored on this device. If the preprocessed file exists, the upload
   * can be resumed without the original.
   */
  preprocessedFile: File | null
}

/**
 * Loads the number of bytes that the server has received for a draft, and the preprocessed file if this
 * device still stores it. Returns null if the upload has been deleted or completed.
 */
export async function loadUnfinishedUpload(draft: UploadDraft): Promise<UnfinishedUpload | null> {
  const upload = await callApi(getUpload, { params: { id: getUploadId(draft.upload_url) } }).catch(() => null)
  if (!upload || upload.complete || upload.file_size === null) return null
  const { offset, file_size: size, file_name: name } = upload
  const key = getStoredUpload(draft.id)?.kept
  const kept = key ? await getPreprocessedFile(key) : null
  return { draft, offset, size, name, preprocessedFile: kept?.size === size ? kept : null }
}

/**
 * Finds the unfinished upload to which a chosen file belongs. Uploads that were started in this browser take
 * precedence, because they can be resumed with the preprocessed file. An upload that was started in another
 * browser is recognized by the name and the size of its file.
 */
export async function findUnfinishedUpload(
  file: File,
  drafts: UploadDraft[],
  owner: string,
): Promise<UnfinishedUpload | null> {
  const storedUpload = findStoredUpload(owner, file)
  const isKnown = (draft: UploadDraft) => draft.id === storedUpload?.contentId
  for (const draft of drafts.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)))) {
    const state = await loadUnfinishedUpload(draft)
    if (!state) continue
    if (isKnown(draft) && state.preprocessedFile) return state
    if (state.size === file.size && state.name === file.name) return { ...state, preprocessedFile: null }
  }
  return null
}

/**
 * After the upload of the draft `contentId` has failed, loads the current list of uploads from the server.
 * Returns the unfinished upload to which the file belongs.
 */
export async function refetchUnfinishedUpload(
  file: File,
  owner: string,
  contentId: string | null,
): Promise<UnfinishedUpload | null> {
  const own = await callApi(listOwnContent, { query: { limit: pageSizeLimits.max } }).catch(() => null)
  const drafts = filterUploadDrafts(own?.items ?? [])
  const failed = drafts.find(({ id }) => id === contentId)
  const state = failed && (await loadUnfinishedUpload(failed))
  return state?.preprocessedFile ? state : findUnfinishedUpload(file, drafts, owner)
}

/** Returns the id of the upload, which is the last segment of the path in the upload URL. */
export function getUploadId(uploadURL: string): string {
  return uploadURL.slice(uploadURL.lastIndexOf('/') + 1)
}

export function toVideoDetails(item: OwnContent): VideoDetails {
  return {
    type: toUploadType(item.content_type),
    title: item.title,
    description: item.description,
    genre: item.genre && toGenreFormValue(item.genre),
    tags: item.tags.join(', '),
    visibility: item.visibility,
    rating: item.rating,
    comment_mode: item.comment_mode,
    publication_state: item.publication_state,
    publish_at: item.publish_at ?? '',
    trailer: item.trailer_url ?? '',
  }
}

import { getUpload } from '#contract/content/uploads.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { getUploadId } from './unfinished-uploads.ts'
import { deletePreprocessedFile, sweepPreprocessedFiles } from '../preprocessing/preprocessed-file-storage.ts'
import {
  removeStoredUpload,
  listPreprocessedFileKeysInUse,
  getStoredUpload,
  listStoredUploads,
} from './unfinished-upload-storage.ts'

/** Deletes all data on this device about a finished or discarded upload. */
export function deleteLocalUploadData(contentId: string): void {
  const kept = getStoredUpload(contentId)?.kept
  removeStoredUpload(contentId)
  if (kept) void deletePreprocessedFile(kept)
}

/**
 * Deletes the data on this device about uploads that were completed or deleted without cleaning up this
 * device: by another device, by the server's cleanup, or by a tab that crashed.
 */
export async function deleteStaleLocalUploadData(owner: string): Promise<void> {
  for (const { contentId, uploadURL } of listStoredUploads(owner)) {
    const isGone = await callApi(getUpload, { params: { id: getUploadId(uploadURL) } }).then(
      ({ complete }) => complete,
      (error: unknown) => error instanceof ApiCallError && error.status === 404,
    )
    if (isGone) deleteLocalUploadData(contentId)
  }
  await sweepPreprocessedFiles(listPreprocessedFileKeysInUse())
}

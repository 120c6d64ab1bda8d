import { getUpload } from '#contract/content/uploads.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { getUploadId } from './unfinished-uploads.ts'
import { deletePreprocessedFile, sweepPreprocessedFiles } from '../preprocessing/preprocessed-file-storage.ts'
import { listQueuedFileKeys } from '../queue/upload-queue-storage.ts'
import {
  removeStoredUpload,
  listPreprocessedFileKeysInUse,
  getStoredUpload,
  listStoredUploads,
} from './unfinished-upload-storage.ts'

/** Deletes everything that this device stores about a finished or discarded upload. */
export function deleteLocalUploadData(contentId: string): void {
  const kept = getStoredUpload(contentId)?.kept
  removeStoredUpload(contentId)
  if (kept) void deletePreprocessedFile(kept)
}

/**
 * Deletes the data on this device about uploads that are complete or no longer exist. Such data is left
 * behind if another device completes or deletes the upload, if the server's cleanup deletes the upload, or if
 * the tab crashes.
 */
export async function deleteStaleLocalUploadData(owner: string): Promise<void> {
  for (const { contentId, uploadURL } of listStoredUploads(owner)) {
    const isGone = await callApi(getUpload, { params: { id: getUploadId(uploadURL) } }).then(
      ({ complete }) => complete,
      (error: unknown) => error instanceof ApiCallError && error.status === 404,
    )
    if (isGone) deleteLocalUploadData(contentId)
  }
  await sweepPreprocessedFiles(new Set([...listPreprocessedFileKeysInUse(), ...listQueuedFileKeys()]))
}

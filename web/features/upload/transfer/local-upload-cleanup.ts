import { getUpload } from '#contract/content/uploads.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { getUploadId } from './unfinished-uploads.ts'
import { deletePreprocessedFile, sweepPreprocessedFiles } from '../preprocessing/preprocessed-file-storage.ts'
import {
  removeStoredUpload,
  listPreprocessedFileKeys,
  getStoredUpload,
  listStoredUploads,
} from './unfinished-upload-storage.ts'

/** An upload is done or thrown away: nothing of it stays on this device. */
export function removeLocalUpload(contentId: string): void {
  const kept = getStoredUpload(contentId)?.kept
  removeStoredUpload(contentId)
  if (kept) void deletePreprocessedFile(kept)
}

/** Tidies up after uploads that ended elsewhere: on another device, by the server's own sweep, in a tab that crashed. */
export async function sweepLocalUploads(owner: string): Promise<void> {
  for (const { contentId, uploadURL } of listStoredUploads(owner)) {
    const gone = await callApi(getUpload, { params: { id: getUploadId(uploadURL) } }).then(
      ({ complete }) => complete,
      (error: unknown) => error instanceof ApiCallError && error.status === 404,
    )
    if (gone) removeLocalUpload(contentId)
  }
  await sweepPreprocessedFiles(listPreprocessedFileKeys())
}

import { deleteContent } from '#contract/content/own-content.ts'
import { getMaxUploadBytes } from '#contract/limits.ts'
import { callApi } from '#web/api/api-client.ts'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { TrimFailedError } from './trim-failed-error.ts'
import type { VideoUploadRequest } from './video-upload-request.ts'
import { deleteLocalUploadData } from './local-upload-cleanup.ts'
import { deletePreprocessedFile, getPreprocessedFile } from '../preprocessing/preprocessed-file-storage.ts'
import { preprocessVideo } from '../preprocessing/preprocess-video.ts'
import { findStoredUpload } from './unfinished-upload-storage.ts'
import { updateCurrentUpload } from './current-upload.ts'

/** The file that is sent to the server. */
export interface UploadPayload {
  file: File
  name: string
  /** The key under which the file is stored, if it was preprocessed. */
  preprocessedKey: string | undefined
  /** True if the video was re-encoded; false if its data was only copied. */
  isCompressed: boolean
}

/**
 * A preprocessed file that does not belong to an upload yet. If creating the draft fails, a retry by the user
 * uses the same preprocessed file.
 */
let unclaimed: { from: File; wanted: string; load: UploadPayload } | null = null

/** Returns the file to send: a stored preprocessed file, a newly preprocessed file, or the original. */
export async function loadOrPreprocessPayload(
  order: VideoUploadRequest,
  signal: AbortSignal,
): Promise<UploadPayload> {
  const { file, compress, trim, unfinished, keepsOriginal } = order
  if (unfinished) {
    const { preprocessedFile, name } = unfinished
    if (trim && !preprocessedFile) throw new TrimFailedError(trimMessages.failed.text)
    return {
      file: preprocessedFile ?? file,
      name,
      preprocessedKey: preprocessedFile?.name,
      isCompressed: false,
    }
  }
  const wanted = JSON.stringify({ compress, trim, keepsOriginal })
  if (unclaimed?.from === file && unclaimed.wanted === wanted) return unclaimed.load
  discardUnusedUploadPayload()
  await discardLostUpload(order)
  const onProgress = (done: number) =>
    signal.aborted || updateCurrentUpload({ phase: 'transcoding', prepared: done })
  const load = await preprocessUploadPayload(order, signal, onProgress)
  if (load.preprocessedKey && signal.aborted) await deletePreprocessedFile(load.preprocessedKey)
  else if (load.preprocessedKey) unclaimed = { from: file, wanted, load }
  return load
}

/** Records that the preprocessed file now belongs to an upload. */
export function markUploadPayloadInUse() {
  unclaimed = null
}

/** Deletes the preprocessed file that belongs to no upload. */
export function discardUnusedUploadPayload() {
  if (unclaimed?.load.preprocessedKey) void deletePreprocessedFile(unclaimed.load.preprocessedKey)
  unclaimed = null
}

/**
 * Preprocesses a file, or returns the original if this device cannot preprocess it. `onProgress` is called
 * with the progress, from 0 to 1.
 */
export async function preprocessUploadPayload(
  { file, compress, details, trim, keepsOriginal }: VideoUploadRequest,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<UploadPayload> {
  const asItIs = { file, name: file.name, preprocessedKey: undefined, isCompressed: false }
  if (keepsOriginal && !compress && !trim) return asItIs
  const preprocessed = await preprocessVideo({ file, smaller: compress, trim, signal, onProgress })
  // Do not send the original, because it contains the parts that the user has cut off.
  if (trim && !preprocessed) throw new TrimFailedError(trimMessages.failed.text)
  if (!preprocessed) return asItIs
  // A preprocessed file can be slightly larger than the original. If it exceeds the size limit, the original
  // is sent instead.
  if (preprocessed.file.size > getMaxUploadBytes(details.type)) {
    await deletePreprocessedFile(preprocessed.key)
    if (trim) throw new TrimFailedError(trimMessages.failed.tooLarge)
    return asItIs
  }
  return {
    file: preprocessed.file,
    name: replaceExtension(file.name, preprocessed.extension),
    preprocessedKey: preprocessed.key,
    isCompressed: preprocessed.isCompressed,
  }
}

/**
 * Deletes an upload that can never be completed, because the browser has deleted the preprocessed file while
 * it was being sent.
 */
async function discardLostUpload({ owner, file }: VideoUploadRequest) {
  const storedUpload = findStoredUpload(owner, file)
  if (!storedUpload?.kept || (await getPreprocessedFile(storedUpload.kept))) return
  deleteLocalUploadData(storedUpload.contentId)
  await callApi(deleteContent, { params: { id: storedUpload.contentId } }).catch(() => undefined)
}

function replaceExtension(name: string, extension: string): string {
  return `${name.slice(0, name.lastIndexOf('.'))}.${extension}`
}

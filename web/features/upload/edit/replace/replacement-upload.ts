import type { OwnContent } from '#contract/content/own-content.ts'
import { toUploadType } from '#contract/content/content-types.ts'
import { createReplacement } from '#contract/content/replacements.ts'
import { getUpload } from '#contract/content/uploads.ts'
import { getMaxUploadBytes } from '#contract/limits.ts'
import { callApi } from '#web/api/api-client.ts'
import { preprocessVideo } from '../../preprocessing/preprocess-video.ts'
import { deletePreprocessedFile, getPreprocessedFile } from '../../preprocessing/preprocessed-file-storage.ts'
import { deleteLocalUploadData } from '../../transfer/local-upload-cleanup.ts'
import {
  startTusTransfer,
  type TransferStallReason,
  type UploadTransfer,
} from '../../transfer/tus-transfer.ts'
import { getStoredUpload, saveUnfinishedUpload } from '../../transfer/unfinished-upload-storage.ts'
import { getUploadId } from '../../transfer/unfinished-uploads.ts'

export interface ReplacementUploadListener {
  prepared(part: number): void
  sent(bytes: number, size: number): void
  hold(why: TransferStallReason): void
  started(transfer: UploadTransfer): void
}

/**
 * Preprocesses the new video file (unless the creator keeps the original), creates the replacement and sends
 * the file. The promise resolves when the server has received the whole file.
 */
export async function uploadReplacementVideo(
  item: OwnContent,
  { file, keepsOriginal }: { file: File; keepsOriginal: boolean },
  signal: AbortSignal,
  listener: ReplacementUploadListener,
): Promise<void> {
  const payload = keepsOriginal
    ? { file, name: file.name, key: undefined }
    : await preprocess(item, file, signal, (part) => listener.prepared(part))
  if (signal.aborted) {
    if (payload.key) await deletePreprocessedFile(payload.key)
    return
  }
  const created = await callApi(createReplacement, {
    params: { id: item.id },
    body: { file_name: payload.name, file_size: payload.file.size },
  }).catch(async (error: unknown) => {
    if (payload.key) await deletePreprocessedFile(payload.key)
    throw error
  })
  saveUnfinishedUpload({
    owner: item.user_id,
    ...created,
    contentId: localKey(item),
    type: toUploadType(item.content_type),
    title: item.title,
    fileName: file.name,
    fileSize: file.size,
    lastModified: file.lastModified,
    kept: payload.key,
  })
  await transfer(item, payload.file, created.uploadURL, listener)
}

/** Sends the remaining bytes of an interrupted upload. */
export async function resumeReplacementUpload(
  item: OwnContent,
  file: File,
  uploadURL: string,
  listener: ReplacementUploadListener,
): Promise<void> {
  await transfer(item, file, uploadURL, listener)
}

async function transfer(
  item: OwnContent,
  file: File,
  uploadURL: string,
  listener: ReplacementUploadListener,
) {
  const running = await startTusTransfer(file, uploadURL, {
    progress: (bytes) => listener.sent(bytes, file.size),
    hold: (why) => listener.hold(why),
  })
  listener.started(running)
  await running.done
  deleteLocalReplacementData(item)
}

/** Deletes the data that this device stores about the upload. */
export function deleteLocalReplacementData(item: OwnContent): void {
  deleteLocalUploadData(localKey(item))
}

/** Returns the preprocessed file of an interrupted upload if the complete file is still on this device. */
export async function findPreprocessedReplacementFile(
  item: OwnContent,
  uploadURL: string,
): Promise<File | null> {
  const key = getStoredUpload(localKey(item))?.kept
  const file = key ? await getPreprocessedFile(key) : null
  return file && (await isFileOfUpload(file.size, uploadURL)) ? file : null
}

/** Returns whether a newly chosen file is the one whose upload was interrupted. */
export async function isSameReplacementFile(file: File, uploadURL: string): Promise<boolean> {
  return isFileOfUpload(file.size, uploadURL, file.name)
}

async function isFileOfUpload(size: number, uploadURL: string, name?: string): Promise<boolean> {
  const upload = await callApi(getUpload, { params: { id: getUploadId(uploadURL) } }).catch(() => null)
  return upload?.file_size === size && (name === undefined || upload.file_name === name)
}

/**
 * The prefix separates this storage entry from the entries for new videos, which are deleted together with
 * their videos.
 */
function localKey({ id }: OwnContent): string {
  return `replacement:${id}`
}

async function preprocess(
  item: OwnContent,
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<{ file: File; name: string; key?: string | undefined }> {
  const made = await preprocessVideo({ file, smaller: false, signal, onProgress })
  if (!made) return { file, name: file.name }
  if (made.file.size > getMaxUploadBytes(toUploadType(item.content_type))) {
    await deletePreprocessedFile(made.key)
    return { file, name: file.name }
  }
  const name = `${file.name.slice(0, file.name.lastIndexOf('.'))}.${made.extension}`
  return { file: made.file, name, key: made.key }
}

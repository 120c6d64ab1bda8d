import { getOwnContent } from '#contract/content/own-content.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { deletePreprocessedFile } from '../preprocessing/preprocessed-file-storage.ts'
import { findStoredUpload } from '../transfer/unfinished-upload-storage.ts'
import {
  filterUploadDrafts,
  loadUnfinishedUpload,
  type UnfinishedUpload,
} from '../transfer/unfinished-uploads.ts'
import { discardUploadDraft } from '../transfer/upload-controller.ts'
import { preprocessUploadPayload, type UploadPayload } from '../transfer/upload-payload.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { updateQueuedUpload } from './upload-queue-state.ts'

/**
 * Determines which bytes must be sent for a video in the queue. If the server has already received a part of
 * the file, only the rest is sent. If no earlier upload can be continued, this device first prepares the
 * file.
 */
export async function prepareQueuedUpload(entry: QueuedUpload, signal: AbortSignal): Promise<void> {
  const { id, owner, file, details, compress, keepsOriginal, payload } = entry
  const contentId = entry.contentId ?? (file && findStoredUpload(owner, file)?.contentId) ?? null
  const earlier = contentId ? await findEarlierUpload(contentId) : null
  if (signal.aborted) return
  if (earlier && 'receivedStreamId' in earlier)
    return updateQueuedUpload(id, { phase: 'processing', contentId, streamId: earlier.receivedStreamId })
  const resumable = earlier && toResumable(earlier, file)
  // The browser has deleted the prepared file during its upload, so the upload can never be completed.
  if (earlier && !resumable && file) await discardUploadDraft(earlier.draft.id)
  const create = async (original: File) => {
    const request = { owner, file: original, details, images: {}, compress, keepsOriginal }
    return preprocessUploadPayload(request, signal, (done) => updateQueuedUpload(id, { progress: done }))
  }
  const prepared = resumable?.payload ?? payload ?? (file && (await create(file)))
  if (signal.aborted) {
    if (prepared?.preprocessedKey) await deletePreprocessedFile(prepared.preprocessedKey)
    return
  }
  if (!prepared) return updateQueuedUpload(id, { phase: 'missing', isPrepared: false })
  updateQueuedUpload(id, {
    phase: 'waiting',
    isPrepared: true,
    payload: prepared,
    unfinished: resumable?.unfinished ?? null,
    contentId: resumable ? contentId : null,
    progress: 0,
  })
}

/** Asks the server how many bytes of an earlier upload it has received. */
async function findEarlierUpload(
  contentId: string,
): Promise<UnfinishedUpload | { receivedStreamId: string } | null> {
  const item = await callApi(getOwnContent, { params: { id: contentId } }).catch(ignoreMissing)
  if (!item) return null
  const [draft] = filterUploadDrafts([item])
  const unfinished = draft && (await loadUnfinishedUpload(draft))
  if (unfinished) return unfinished
  // The server received the last byte only after this tab had lost the connection or been closed.
  return { receivedStreamId: item.stream_id }
}

function ignoreMissing(error: unknown) {
  if (error instanceof ApiCallError && error.status === 404) return null
  throw error
}

function toResumable(unfinished: UnfinishedUpload, original: File | null) {
  const { preprocessedFile, size, name } = unfinished
  const isSameOriginal = original?.size === size && original.name === name
  const file = preprocessedFile ?? (isSameOriginal ? original : null)
  if (!file) return null
  const payload: UploadPayload = {
    file,
    name,
    preprocessedKey: preprocessedFile?.name,
    isCompressed: false,
  }
  return { unfinished, payload }
}

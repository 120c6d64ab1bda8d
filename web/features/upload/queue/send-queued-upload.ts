import { getProcessingStatus } from '#contract/content/uploads.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { sendUploadCaptionsLazily } from '../captions/send-upload-captions-lazily.ts'
import { createOrResumeUploadDraft } from '../transfer/create-or-resume-upload-draft.ts'
import { sendImagesAndTrailer } from '../transfer/images-and-trailer.ts'
import { deleteLocalUploadData } from '../transfer/local-upload-cleanup.ts'
import { startTusTransfer, type UploadTransfer } from '../transfer/tus-transfer.ts'
import { removeStoredUpload } from '../transfer/unfinished-upload-storage.ts'
import { discardUploadDraft } from '../transfer/upload-controller.ts'
import type { UploadTarget } from '../transfer/video-upload-request.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { findQueuedUpload, getUploadQueue, updateQueuedUpload } from './upload-queue-state.ts'

let activeTransfer: UploadTransfer | null = null

/**
 * Creates the draft of a queued video and sends the file. The promise resolves when the server has received
 * the whole file.
 */
export async function sendQueuedUpload(entry: QueuedUpload, signal: AbortSignal): Promise<void> {
  const { id } = entry
  updateQueuedUpload(id, { phase: 'uploading', hold: null, error: null, progress: 0 })
  const target = await createDraft(entry, signal)
  if (!target) return
  try {
    await sendBytes(entry, target, signal)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ApiCallError) || error.code !== 'upload_not_found') throw error
    await throwRejection(target.streamId)
    // The server has deleted the unfinished upload. The prepared file is kept, because the new upload will
    // send it.
    removeStoredUpload(target.contentId)
    updateQueuedUpload(id, { contentId: null, unfinished: null })
    const restarted = await createDraft({ ...entry, unfinished: null }, signal)
    if (!restarted) return
    target.contentId = restarted.contentId
    await sendBytes(entry, restarted, signal)
  }
  if (signal.aborted) return
  deleteLocalUploadData(target.contentId)
  updateQueuedUpload(id, { phase: 'processing', hold: null, progress: 0 })
}

async function createDraft(entry: QueuedUpload, signal: AbortSignal): Promise<UploadTarget | null> {
  const { id, owner, details, captions, compress, unfinished, payload } = entry
  const request = { owner, file: entry.file ?? payload!.file, details, images: {}, compress, unfinished }
  const target = await createOrResumeUploadDraft(request, payload!)
  if (signal.aborted) {
    // The creator removed the video from the queue while the draft was being created.
    if (signal.reason === 'removed') await discardUploadDraft(target.contentId)
    return null
  }
  updateQueuedUpload(id, { contentId: target.contentId, streamId: target.streamId })
  void sendImagesAndTrailer(target.contentId, details, {}, (note) =>
    updateQueuedUpload(id, { notes: [...(findQueuedUpload(id)?.notes ?? []), note] }),
  )
  void sendUploadCaptionsLazily(target.contentId, captions, (failure) =>
    updateQueuedUpload(id, {
      captionFailures: [...(findQueuedUpload(id)?.captionFailures ?? []), failure],
    }),
  )
  return target
}

/**
 * If the server rejected the file while this device was disconnected, throws the reason for the rejection.
 */
async function throwRejection(streamId: string) {
  const stream = await callApi(getProcessingStatus, { params: { streamId } }).catch(() => null)
  if (stream?.error) throw new ApiCallError(422, { code: 'upload_failed', ...stream.error })
}

async function sendBytes({ id, payload }: QueuedUpload, { uploadURL }: UploadTarget, signal: AbortSignal) {
  const { file } = payload!
  let lastUpdate = 0
  const transfer = await startTusTransfer(file, uploadURL, {
    progress(sent) {
      // Shows at most five progress updates per second, because users could not read more of them.
      if (Date.now() - lastUpdate < 200 && sent < file.size) return
      lastUpdate = Date.now()
      updateQueuedUpload(id, { progress: sent / file.size, hold: null })
    },
    hold: (reason) => updateQueuedUpload(id, { hold: reason }),
  })
  if (signal.aborted) return transfer.cancel()
  const cancelled = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => {
    transfer.cancel()
    cancelled.resolve()
  })
  activeTransfer = transfer
  if (getUploadQueue().isPaused) transfer.pause()
  await Promise.race([transfer.done, cancelled.promise]).finally(() => (activeTransfer = null))
}

export const pauseQueuedTransfer = () => activeTransfer?.pause()

export const resumeQueuedTransfer = () => activeTransfer?.resume()

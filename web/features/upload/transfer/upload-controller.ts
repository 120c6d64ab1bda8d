import { deleteContent } from '#contract/content/own-content.ts'
import { getProcessingStatus } from '#contract/content/uploads.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import { sendUploadCaptionsLazily } from '../captions/send-upload-captions-lazily.ts'
import { createOrResumeUploadDraft } from './create-or-resume-upload-draft.ts'
import type { UploadTarget, VideoUploadRequest } from './video-upload-request.ts'
import { waitUntilProcessed } from './wait-until-processed.ts'
import { sendImagesAndTrailer } from './images-and-trailer.ts'
import { deleteLocalUploadData } from './local-upload-cleanup.ts'
import {
  discardUnusedUploadPayload,
  markUploadPayloadInUse,
  type UploadPayload,
  loadOrPreprocessPayload,
} from './upload-payload.ts'
import { TrimFailedError } from './trim-failed-error.ts'
import { createUploadSpeedMeter } from './upload-speed.ts'
import { removeStoredUpload } from './unfinished-upload-storage.ts'
import { type UploadTransfer, startTusTransfer } from './tus-transfer.ts'
import { getCurrentUpload, updateCurrentUpload, setCurrentUpload } from './current-upload.ts'

export type { VideoUploadRequest } from './video-upload-request.ts'

let activeTransfer: UploadTransfer | null = null
let abortController = new AbortController()
/** The promise resolves when every caption file has been added or has failed. */
let captionsSent: Promise<void> = Promise.resolve()

/**
 * Runs an upload from start to finish: prepares the file, creates the draft, sends the bytes and waits until
 * the video can be played. Components read the state of the upload with the `useCurrentUpload` hook.
 */
export async function startUpload(request: VideoUploadRequest) {
  abortController = new AbortController()
  const { signal } = abortController
  setCurrentUpload(createInitialUpload(request))
  try {
    const load = await loadOrPreprocessPayload(request, signal)
    if (signal.aborted) return
    const { size } = load.file
    updateCurrentUpload({
      phase: 'uploading',
      size,
      isMetadataRemoved: load.preprocessedKey !== undefined,
      isCompressed: load.isCompressed,
    })
    const announced = await createDraftAndSendExtras(request, load)
    markUploadPayloadInUse()
    if (signal.aborted) return await discardUploadDraft(announced.contentId)
    await sendOrRestart(request, load, announced, signal)
    if (signal.aborted) return
    deleteLocalUploadData(announced.contentId)
    updateCurrentUpload({ phase: 'processing', hold: null, bytesSent: load.file.size })
    await waitUntilProcessed({ ...announced, signal }, (stream) => updateCurrentUpload({ stream }))
    // The card of a completed upload says which captions are missing.
    await captionsSent
    if (!signal.aborted) markUploadComplete()
  } catch (error) {
    if (!signal.aborted) handleUploadError(error)
  }
}

function createInitialUpload({ file, details, unfinished, compress }: VideoUploadRequest) {
  const nothing = {
    hold: null,
    contentId: null,
    speed: undefined,
    stream: null,
    error: null,
    isRetryable: false,
    notes: [],
    captionFailures: [],
  }
  return {
    phase: 'loading' as const,
    file,
    size: unfinished?.size ?? file.size,
    details,
    prepared: 0,
    isCompressed: compress,
    isMetadataRemoved: Boolean(unfinished?.preprocessedFile),
    bytesSent: unfinished?.offset ?? 0,
    resumedAt: unfinished?.offset ?? null,
    playable: false,
    ...nothing,
  }
}

async function createDraftAndSendExtras(
  order: VideoUploadRequest,
  load: UploadPayload,
): Promise<UploadTarget> {
  const announced = await createOrResumeUploadDraft(order, load)
  const { details, images, captions } = order
  const { contentId } = announced
  updateCurrentUpload({ contentId })
  void sendImagesAndTrailer(contentId, details, images, (note) =>
    updateCurrentUpload({ notes: [...(getCurrentUpload()?.notes ?? []), note] }),
  )
  captionsSent = sendUploadCaptionsLazily(contentId, captions, (failure) => {
    const current = getCurrentUpload()
    // By now, another upload may be running.
    if (current?.contentId === contentId)
      updateCurrentUpload({ captionFailures: [...current.captionFailures, failure] })
  })
  return announced
}

async function sendOrRestart(
  order: VideoUploadRequest,
  load: UploadPayload,
  announced: UploadTarget,
  signal: AbortSignal,
) {
  try {
    await sendAll(load.file, announced.uploadURL, signal)
  } catch (error) {
    if (!(error instanceof ApiCallError) || error.code !== 'upload_not_found') throw error
    await restartUpload(order, load, announced, signal)
  }
}

/**
 * Restarts an upload that no longer exists on the server. Either the server rejected the file while this
 * device was disconnected, or the server's cleanup deleted the unfinished upload.
 */
async function restartUpload(
  order: VideoUploadRequest,
  load: UploadPayload,
  lostUpload: UploadTarget,
  signal: AbortSignal,
) {
  const stream = await callApi(getProcessingStatus, { params: { streamId: lostUpload.streamId } }).catch(
    () => null,
  )
  if (stream?.error) throw new ApiCallError(422, { code: 'upload_failed', ...stream.error })
  // Keep the preprocessed file, because the new upload will send it. Remove only the entry for the old upload
  // from local storage.
  removeStoredUpload(lostUpload.contentId)
  updateCurrentUpload({ resumedAt: null, bytesSent: 0 })
  const announced = await createDraftAndSendExtras({ ...order, unfinished: null }, load)
  await sendAll(load.file, announced.uploadURL, signal)
  Object.assign(lostUpload, announced)
}

async function sendAll(file: File, uploadURL: string, signal: AbortSignal) {
  const speedMeter = createUploadSpeedMeter()
  let lastUpdate = 0
  activeTransfer = await startTusTransfer(file, uploadURL, {
    progress(sent) {
      speedMeter.add(sent)
      // Shows at most five progress updates per second, because users could not read more of them.
      if (Date.now() - lastUpdate < 200 && sent < file.size) return
      lastUpdate = Date.now()
      updateCurrentUpload({ bytesSent: sent, speed: speedMeter.speed(), hold: null })
    },
    hold(reason) {
      speedMeter.reset()
      updateCurrentUpload({ hold: reason, speed: undefined })
    },
  })
  if (signal.aborted) return activeTransfer.cancel()
  if (getCurrentUpload()?.hold === 'paused') activeTransfer.pause()
  await activeTransfer.done
}

function markUploadComplete() {
  const stream = getCurrentUpload()?.stream
  if (stream?.error) return showError(stream.error, false)
  updateCurrentUpload({ phase: 'complete', playable: Boolean(stream?.ready) })
}

function handleUploadError(error: unknown) {
  if (error instanceof ApiCallError) {
    // Retrying makes no sense if the server has rejected the file. All other upload errors can be temporary.
    const refused = [400, 413, 422, 429].includes(error.status)
    const contentId = getCurrentUpload()?.contentId
    if (refused && contentId) deleteLocalUploadData(contentId)
    return showError(
      { title: refused ? error.title : uploadProgressMessages.headline.failed, detail: error.detail },
      !refused,
    )
  }
  if (error instanceof TrimFailedError)
    return showError({ title: trimMessages.failed.title, detail: error.message }, false)
  // oxlint-disable-next-line no-console -- unexpected errors must be logged
  console.error(error)
  showError(
    { title: uploadProgressMessages.headline.failed, detail: uploadProgressMessages.failedDetail },
    true,
  )
}

function showError(error: { title: string; detail: string }, isRetryable: boolean) {
  updateCurrentUpload({ phase: 'error', hold: null, speed: undefined, error, isRetryable: isRetryable })
  showToast.error(error.title, error.detail)
}

export function pauseUpload() {
  activeTransfer?.pause()
  updateCurrentUpload({ hold: 'paused', speed: undefined })
}

export function resumeUpload() {
  updateCurrentUpload({ hold: null })
  activeTransfer?.resume()
}

/** Stops the upload, and deletes its data on this device and its draft on the server. */
export async function cancelUpload() {
  const contentId = getCurrentUpload()?.contentId
  abortController.abort()
  activeTransfer?.cancel()
  activeTransfer = null
  setCurrentUpload(null)
  discardUnusedUploadPayload()
  if (contentId) await discardUploadDraft(contentId)
}

/** Deletes an unfinished upload on this device and on the server. */
export async function discardUploadDraft(contentId: string) {
  deleteLocalUploadData(contentId)
  await callApi(deleteContent, { params: { id: contentId } }).catch(() => undefined)
}

/** Closes the progress card of a finished or failed upload. */
export function dismissUpload() {
  abortController.abort()
  discardUnusedUploadPayload()
  activeTransfer = null
  setCurrentUpload(null)
}

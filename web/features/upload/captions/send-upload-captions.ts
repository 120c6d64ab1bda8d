import { ApiCallError } from '#web/api/api-client.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import { sendCaptionFile } from './caption-requests.ts'
import type { CaptionUploadFailure, PendingCaptionFile } from './upload-caption.ts'

/** Maps each file to the video to which it was added, so a resumed upload does not send the file again. */
const sentTo = new WeakMap<PendingCaptionFile, string>()

/**
 * The server processes only one caption file per account at a time, even if the account uploads several
 * videos.
 */
let sending: Promise<void> = Promise.resolve()

/** The delay before each retry of a failed request, in milliseconds. */
const retryDelays = [2000, 8000]

/**
 * Adds captions to a newly created video while the video file is being uploaded. This function never throws,
 * because the upload of the video continues even if a caption file fails. The promise resolves when every
 * caption file has been added or has failed.
 */
export function sendUploadCaptions(
  contentId: string,
  captions: readonly PendingCaptionFile[],
  onFailure: (failure: CaptionUploadFailure) => void,
): Promise<void> {
  sending = sendAfter(sending, contentId, captions, onFailure)
  return sending
}

async function sendAfter(
  earlier: Promise<void>,
  contentId: string,
  captions: readonly PendingCaptionFile[],
  onFailure: (failure: CaptionUploadFailure) => void,
): Promise<void> {
  await earlier
  for (const caption of captions) {
    if (sentTo.get(caption) === contentId) continue
    try {
      await sendWithRetries(contentId, caption)
      sentTo.set(caption, contentId)
    } catch (error) {
      // oxlint-disable-next-line no-console -- finding the cause needs more details than the message that the user sees
      console.warn('captions not saved', error)
      onFailure(describeFailure(caption, error))
    }
  }
}

async function sendWithRetries(contentId: string, caption: PendingCaptionFile, attempt = 0): Promise<void> {
  const { file, language, isSdh, answers } = caption
  try {
    await sendCaptionFile(contentId, { kind: 'new', language, is_sdh: isSdh }, file, answers)
  } catch (error) {
    const delay = retryDelays[attempt]
    const isTemporary = error instanceof ApiCallError && (error.retryable || error.status === 429)
    if (!isTemporary || delay === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, delay))
    await sendWithRetries(contentId, caption, attempt + 1)
  }
}

function describeFailure({ file, name }: PendingCaptionFile, error: unknown): CaptionUploadFailure {
  const detail = error instanceof ApiCallError ? error.detail : uploadProgressMessages.failedDetail
  return { file: file.name, name, detail }
}

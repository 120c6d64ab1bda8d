import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import type { CaptionUploadFailure, PendingCaptionFile } from './upload-caption.ts'

/** Calls `sendUploadCaptions`, whose code is loaded only for uploads with captions. */
export async function sendUploadCaptionsLazily(
  contentId: string,
  captions: readonly PendingCaptionFile[] | undefined,
  onFailure: (failure: CaptionUploadFailure) => void,
): Promise<void> {
  if (!captions?.length) return
  try {
    const { sendUploadCaptions } = await retryWhenOnline(() => import('./send-upload-captions.ts'))()
    await sendUploadCaptions(contentId, captions, onFailure)
  } catch {
    // The code could not be loaded, for example because a new version of the site has been installed since
    // this page was opened.
    for (const { file, name } of captions) onFailure({ file: file.name, name, detail: '' })
  }
}

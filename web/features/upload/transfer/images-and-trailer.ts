import { updateContent } from '#contract/content/own-content.ts'
import { contentImageKinds, putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { callApi, ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import type { VideoDetails } from '../details/video-details.ts'

export type VideoImageFiles = Partial<Record<(typeof contentImageKinds)[number], File | null>>

/**
 * Sends the cover, thumbnail and trailer in parallel with the video, as soon as the draft has been created.
 * If an image or the trailer cannot be sent, the error is logged, `note` shows a warning on the progress
 * card, and the video upload continues.
 */
export async function sendImagesAndTrailer(
  contentId: string,
  details: VideoDetails,
  pictures: VideoImageFiles,
  note: (text: string) => void,
) {
  const failed = (what: string) => (error: unknown) => {
    // oxlint-disable-next-line no-console -- the specification requires logging the error and continuing
    console.warn(`${what} not saved`, error)
    note(
      uploadProgressMessages.notSaved({
        what,
        why: error instanceof ApiCallError ? error.detail : uploadProgressMessages.failedDetail,
      }),
    )
  }
  for (const kind of contentImageKinds) {
    const picture = pictures[kind]
    if (picture) await sendImage(contentId, kind, picture).catch(failed(kind))
  }
  const trailer = details.trailer.trim()
  if (trailer) await saveDetails(contentId, { trailer_url: trailer }).catch(failed('trailer'))
}

async function sendImage(id: string, picture: (typeof contentImageKinds)[number], file: File) {
  const response = await fetch(buildEndpointPath(putContentImage, { params: { id, picture } }), {
    method: 'PUT',
    body: file,
  })
  if (!response.ok) throw await parseErrorResponse(response)
}

function saveDetails(id: string, body: { trailer_url: string }) {
  return callApi(updateContent, { params: { id }, body })
}

import { pictureKinds, putPicture, updateContent } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { call, CallError, errorOf } from '#web/api/call.ts'
import { card } from '#web/words/upload.ts'
import type { Details } from './details.ts'

export type Pictures = Partial<Record<(typeof pictureKinds)[number], File | null>>

/**
 * Cover, thumbnail and trailer go right after the draft exists, beside the video. A failure never stops the
 * upload: it is logged, and `note` says it on the card.
 */
export async function sendExtras(
  contentId: string,
  details: Details,
  pictures: Pictures,
  note: (text: string) => void,
) {
  const failed = (what: string) => (error: unknown) => {
    // oxlint-disable-next-line no-console -- the specification logs it and goes on
    console.warn(`${what} not saved`, error)
    note(card.notSaved(what, error instanceof CallError ? error.detail : card.failedDetail))
  }
  for (const kind of pictureKinds) {
    const picture = pictures[kind]
    if (picture) await sendPicture(contentId, kind, picture).catch(failed(kind))
  }
  const trailer = details.trailer.trim()
  if (trailer) await saveDetails(contentId, { trailer_url: trailer }).catch(failed('trailer'))
}

async function sendPicture(id: string, picture: (typeof pictureKinds)[number], file: File) {
  const response = await fetch(pathOf(putPicture, { params: { id, picture } }), { method: 'PUT', body: file })
  if (!response.ok) throw await errorOf(response)
}

function saveDetails(id: string, body: { trailer_url: string }) {
  return call(updateContent, { params: { id }, body })
}

import { useState } from 'react'
import {
  acceptEmbeddedCaptions,
  deleteEmbeddedCaptions,
  type EmbeddedCaptions,
} from '#contract/content/captions/embedded-captions.ts'
import { callApi } from '#web/api/api-client.ts'
import { embeddedCaptionsMessages } from '#web/messages/upload/embedded-captions.ts'
import type { CaptionsState } from './use-captions.ts'

/** The creator's choices when adding a text track as captions. */
export interface EmbeddedCaptionsChoices {
  language: string
  is_sdh: boolean
  anyway?: boolean
}

export type EmbeddedCaptionsState = ReturnType<typeof useEmbeddedCaptions>

/** Manages the text tracks in the file of the user's own video. Errors are thrown. */
export function useEmbeddedCaptions(captions: CaptionsState, first: EmbeddedCaptions[]) {
  const [offers, setOffers] = useState(first)
  const leaveOut = (id: string) => setOffers((current) => current.filter((offer) => offer.id !== id))
  const paramsOf = ({ id }: EmbeddedCaptions) => ({ id: captions.videoId, offer_id: id })
  return {
    videoId: captions.videoId,
    offers,
    async accept(offer: EmbeddedCaptions, body: EmbeddedCaptionsChoices) {
      const track = await callApi(acceptEmbeddedCaptions, { params: paramsOf(offer), body })
      leaveOut(offer.id)
      await captions.refresh(embeddedCaptionsMessages.added({ name: track.name }))
    },
    async remove(offer: EmbeddedCaptions) {
      await callApi(deleteEmbeddedCaptions, { params: paramsOf(offer) })
      leaveOut(offer.id)
      const name = offer.name ?? embeddedCaptionsMessages.unknownLanguage
      await captions.refresh(embeddedCaptionsMessages.removed({ name }))
    },
  }
}

import { useState } from 'react'
import {
  acceptOfferedCaptions,
  deleteOfferedCaptions,
  type OfferedCaptions,
} from '#contract/content/captions/offered-captions.ts'
import { callApi } from '#web/api/api-client.ts'
import { offeredCaptionsMessages } from '#web/messages/upload/offered-captions.ts'
import type { CaptionsState } from './use-captions.ts'

/** The creator's choices when adding a text track as captions. */
export interface OfferedCaptionsChoices {
  language: string
  is_sdh: boolean
  anyway?: boolean
}

export type OfferedCaptionsState = ReturnType<typeof useOfferedCaptions>

/** Manages the text tracks in the file of the user's own video. Errors are thrown. */
export function useOfferedCaptions(captions: CaptionsState, first: OfferedCaptions[]) {
  const [offers, setOffers] = useState(first)
  const leaveOut = (id: string) => setOffers((current) => current.filter((offer) => offer.id !== id))
  const paramsOf = ({ id }: OfferedCaptions) => ({ id: captions.videoId, offer_id: id })
  return {
    videoId: captions.videoId,
    offers,
    async accept(offer: OfferedCaptions, body: OfferedCaptionsChoices) {
      const track = await callApi(acceptOfferedCaptions, { params: paramsOf(offer), body })
      leaveOut(offer.id)
      await captions.refresh(offeredCaptionsMessages.added({ name: track.name }))
    },
    async remove(offer: OfferedCaptions) {
      await callApi(deleteOfferedCaptions, { params: paramsOf(offer) })
      leaveOut(offer.id)
      const name = offer.name ?? offeredCaptionsMessages.unknownLanguage
      await captions.refresh(offeredCaptionsMessages.removed({ name }))
    },
  }
}

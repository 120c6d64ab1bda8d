import { useState } from 'react'
import {
  type CaptionDraftSummary,
  deleteCaptionDraft,
  listCaptionDrafts,
} from '#contract/captions/caption-drafts.ts'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { deleteCaptions, listCaptions, updateCaptions } from '#contract/content/captions.ts'
import { callApi } from '#web/api/api-client.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { automaticCaptionsMessages } from '#web/messages/upload/embedded-captions.ts'
import {
  type CaptionFileConfirmations,
  type CaptionFileTarget,
  sendCaptionFile,
} from '../../captions/caption-requests.ts'

export type CaptionsState = ReturnType<typeof useCaptions>

/**
 * Manages the captions of the user's own video. Errors in a caption file are thrown, so they can be shown
 * next to the file.
 */
export function useCaptions(videoId: string, first: CaptionTrack[], firstDrafts: CaptionDraftSummary[]) {
  const [tracks, setTracks] = useState(first)
  const [drafts, setDrafts] = useState(firstDrafts)
  const [status, setStatus] = useState('')
  const params = { id: videoId }
  const reload = async () => {
    const [now, edited] = await Promise.all([
      callApi(listCaptions, { params }),
      callApi(listCaptionDrafts, { params }),
    ])
    setTracks(now.items)
    setDrafts(edited.items)
  }
  return {
    videoId,
    tracks,
    /** Captions with edits that are not published yet. */
    drafts,
    /** The result of the last action, which screen readers announce. */
    status,
    async send(target: CaptionFileTarget, file: File, answers: CaptionFileConfirmations) {
      const track = await sendCaptionFile(videoId, target, file, answers)
      await reload()
      const { added, replaced } = captionsMessages
      setStatus((target.kind === 'new' ? added : replaced)({ name: track.name }))
    },
    async setDefault({ id }: CaptionTrack, is_default: boolean) {
      await callApi(updateCaptions, { params: { ...params, caption_id: id }, body: { is_default } })
      await reload()
      setStatus(captionsMessages.defaultChanged)
    },
    async markChecked({ id }: CaptionTrack) {
      const body = { is_checked: true as const }
      await callApi(updateCaptions, { params: { ...params, caption_id: id }, body })
      await reload()
      setStatus(automaticCaptionsMessages.marked)
    },
    /** Reloads the captions after another part of the page has changed them. */
    async refresh(result: string) {
      await reload()
      setStatus(result)
    },
    async removeDraft({ language, is_sdh, name }: CaptionDraftSummary) {
      const query = { is_sdh: is_sdh ? ('true' as const) : ('false' as const) }
      await callApi(deleteCaptionDraft, { params: { ...params, language }, query })
      await reload()
      setStatus(captionsMessages.draftRemoved({ name }))
    },
    async remove({ id, name }: CaptionTrack) {
      await callApi(deleteCaptions, { params: { ...params, caption_id: id } })
      await reload()
      setStatus(captionsMessages.removed({ name }))
    },
  }
}

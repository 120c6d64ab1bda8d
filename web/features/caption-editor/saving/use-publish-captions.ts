import { useState } from 'react'
import type { CaptionRejection } from '#contract/captions/caption-drafts.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { CaptionEditor } from '../caption-editor-context.ts'
import { findCueProblems, isCueError } from '../model/cue-problems.ts'
import { seekToSelectedCue } from '../run-caption-editor-command.ts'
import { requestCaptionDraftPublication, type CaptionDraftTarget } from './caption-draft-requests.ts'
import type { CaptionDraftSync } from './caption-draft-sync.ts'

/** Publishes the captions. Problems that prevent publication are shown next to the affected captions. */
export function usePublishCaptions(
  editor: CaptionEditor,
  target: CaptionDraftTarget,
  saving: CaptionDraftSync | undefined,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [question, setQuestion] = useState<CaptionRejection | null>(null)
  const publish = async (anyway = false) => {
    if (isBusy || !saving || showFirstError(editor)) return
    setIsBusy(true)
    setQuestion(null)
    try {
      await saving.saver.flush()
      // If the captions are not saved, the status line says why.
      if (!saving.saver.isSaved()) return
      // The creator can continue editing while the server checks the captions.
      const { cues } = editor.get()
      const { refused } = await requestCaptionDraftPublication(target, saving.saver.version(), anyway)
      if (!refused) {
        await saving.afterPublishing()
        showToast.success(captionEditorMessages.published, captionEditorMessages.publishedText)
        return
      }
      const cue = refused.cue === null ? undefined : cues[refused.cue]
      if (cue) {
        editor.dispatch({ type: 'select', id: cue.id })
        editor.view.set({ refusal: { id: cue.id, text: cue.text, reason: refused }, focus: { part: 'text' } })
      }
      if (refused.code === 'caption_cue_ask') setQuestion(refused)
      else showToast.error(refused.title, describe(refused))
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      if (thrown.code === 'captions_changed') saving.saver.hold()
      else showToast.error(thrown.title, thrown.detail)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, question, publish, cancel: () => setQuestion(null) }
}

/** Selects the first caption that cannot be published. */
function showFirstError(editor: CaptionEditor): boolean {
  const { cues } = editor.get()
  const wrong = [...findCueProblems(cues, editor.duration)].filter(([, problems]) =>
    problems.some(isCueError),
  )
  const [first] = wrong
  if (!first) return false
  showToast.error(captionEditorMessages.errorsLeft({ count: wrong.length }))
  editor.dispatch({ type: 'select', id: first[0] })
  seekToSelectedCue(editor)
  editor.view.set({ focus: { part: 'text' } })
  return true
}

function describe({ cue, detail }: CaptionRejection): string {
  return cue === null ? detail : captionEditorMessages.refusedAt({ cue: cue + 1, detail })
}

import { useState } from 'react'
import { Link } from 'react-router'
import type { CaptionDraftSummary } from '#contract/captions/caption-drafts.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import type { CaptionsState } from './use-captions.ts'
import { useCaptionRowAction } from './use-caption-row-action.ts'

interface Props {
  draft: CaptionDraftSummary
  captions: CaptionsState
}

/** Captions that the creator has started to write in a language without published captions. */
export function CaptionDraftRow({ draft, captions }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useCaptionRowAction()
  const { name, language, is_sdh, cue_count } = draft
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong lang={language}>{name}</strong>
        <span className="text-15 text-quiet">{captionsMessages.count({ cues: cue_count })}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to={pagePaths.editCaptions(captions.videoId, language, is_sdh)}
          aria-label={captionsMessages.continueLabel({ name })}
          className={getButtonClassName({ size: 'small' })}
        >
          {captionsMessages.continue}
        </Link>
        <Button
          size="small"
          aria-label={captionsMessages.removeDraftLabel({ name })}
          onClick={() => setIsAsking(true)}
        >
          {captionsMessages.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={captionsMessages.reallyRemoveDraft({ name })}
        confirmLabel={captionsMessages.remove}
        danger
        busy={isBusy}
        onConfirm={() => void run(() => captions.removeDraft(draft))}
        onCancel={() => setIsAsking(false)}
      >
        {captionsMessages.reallyRemoveDraftText}
      </ConfirmDialog>
    </li>
  )
}

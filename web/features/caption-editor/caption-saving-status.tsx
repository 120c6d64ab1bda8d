import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { AutosaveState } from './saving/caption-draft-autosave.ts'

interface Props {
  saving: AutosaveState
  /** True if this browser stores unsaved edits. */
  isStored: boolean
  hasDraft: boolean
  isPublished: boolean
  onChoose: () => void
}

/**
 * Shows whether the captions are saved. Screen readers announce only problems, because the rest of the status
 * changes with every edit.
 */
export function CaptionSavingStatus({
  saving: { status, error },
  isStored,
  hasDraft,
  isPublished,
  onChoose,
}: Props) {
  const messages = captionEditorMessages.status
  const isProblem = !['saved', 'unsaved', 'saving'].includes(status)
  const text =
    status === 'failed'
      ? (error?.detail ?? '')
      : status === 'waiting' && !isStored
        ? messages.waitingUnstored
        : status === 'saved' && !hasDraft
          ? isPublished && messages.published
          : messages[status]
  return (
    <div className="caption-status" data-problem={isProblem || undefined}>
      <span aria-live="polite">{isProblem && text}</span>
      {!isProblem && <span className="caption-saved">{text}</span>}
      {status === 'conflict' && (
        <Button size="small" onClick={onChoose}>
          {captionEditorMessages.resolve}
        </Button>
      )}
    </div>
  )
}

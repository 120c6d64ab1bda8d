import { useState } from 'react'
import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { diffCaptionDraftVersions } from '../model/diff-caption-draft-versions.ts'
import type { CaptionDraftSync, CaptionDraftConflict } from '../saving/caption-draft-sync.ts'

const messages = captionEditorMessages.conflict

interface Props {
  conflict: CaptionDraftConflict | null
  saving: CaptionDraftSync
}

/**
 * Lets the creator choose which of two versions to keep. The creator can read and copy both versions before
 * choosing one.
 */
export function CaptionDraftConflictDialog({ conflict, saving }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Dialog
      open={conflict !== null}
      onClose={saving.chooseLater}
      title={messages.title}
      size="wide"
      role="alertdialog"
      describedBy="caption-conflict"
      footer={
        <>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? messages.hide : messages.show}
          </Button>
          <Button onClick={saving.loadOther}>{messages.loadTheirs}</Button>
          <Button variant="primary" onClick={saving.keepMine}>
            {messages.keepMine}
          </Button>
        </>
      }
    >
      <p id="caption-conflict" className="text-quiet">
        {conflict?.isOutdated ? messages.outdated : messages.text}
      </p>
      {conflict && isShown && (
        <div className="caption-versions">
          <Version title={messages.mine} cues={conflict.mine} other={conflict.theirs.cues} />
          <Version title={messages.theirs} cues={conflict.theirs.cues} other={conflict.mine} />
        </div>
      )}
    </Dialog>
  )
}

interface VersionProps {
  title: string
  cues: readonly DraftCue[]
  other: readonly DraftCue[]
}

function Version({ title, cues, other }: VersionProps) {
  const text = diffCaptionDraftVersions(cues, other)
    .map((line) => ('same' in line ? messages.same({ count: line.same }) : line.text))
    .join('\n\n')
  return (
    <label className="field">
      <span className="field-label">{title}</span>
      <textarea readOnly className="input" rows={10} value={text} dir="auto" />
    </label>
  )
}

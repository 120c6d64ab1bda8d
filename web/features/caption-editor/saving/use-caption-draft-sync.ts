import { useEffect, useState } from 'react'
import type { CaptionDraft } from '#contract/captions/caption-drafts.ts'
import type { CaptionEditor } from '../caption-editor-context.ts'
import type { CaptionDraftTarget } from './caption-draft-requests.ts'
import {
  createCaptionDraftSync,
  type CaptionDraftSync,
  type CaptionDraftSyncState,
} from './caption-draft-sync.ts'

/** Saves the caption draft while the editor is open, and returns the saving state. */
export function useCaptionDraftSync(
  editor: CaptionEditor,
  facts: { target: CaptionDraftTarget; userId: string; draft: CaptionDraft },
) {
  const [view, setView] = useState<CaptionDraftSyncState>()
  const [saving, setSaving] = useState<CaptionDraftSync>()
  useEffect(() => {
    const created = createCaptionDraftSync(editor, { ...facts, onChange: setView })
    setSaving(created)
    return created.start()
    // When the user opens other captions, the page renders this component with a new `key`, so `facts` never
    // changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor])
  return { view, saving }
}

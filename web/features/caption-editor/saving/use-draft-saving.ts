import { useEffect, useState } from 'react'
import type { CaptionDraft } from '#contract/captions/caption-drafts.ts'
import type { CaptionEditor } from '../caption-editor-context.ts'
import type { DraftTarget } from './draft-requests.ts'
import { createDraftSaving, type DraftSaving, type DraftSavingView } from './draft-saving.ts'

/** Connects the saving of drafts to the page. */
export function useDraftSaving(
  editor: CaptionEditor,
  facts: { target: DraftTarget; userId: string; draft: CaptionDraft },
) {
  const [view, setView] = useState<DraftSavingView>()
  const [saving, setSaving] = useState<DraftSaving>()
  useEffect(() => {
    const created = createDraftSaving(editor, { ...facts, onChange: setView })
    setSaving(created)
    return created.start()
    // For other captions, the page uses a new key, so `facts` never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor])
  return { view, saving }
}

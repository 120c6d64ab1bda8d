import type { CaptionDraft, DraftCue } from '#contract/captions/caption-drafts.ts'
import type { CaptionEditor } from '../caption-editor-context.ts'
import { areSameCues, toDraftCues } from '../model/cue.ts'
import { fetchCaptionDraft, saveDraft, type CaptionDraftTarget } from './caption-draft-requests.ts'
import { createCaptionDraftAutosave, type AutosaveState } from './caption-draft-autosave.ts'
import { listenToPageLifecycle } from './page-lifecycle.ts'
import {
  createUnsavedEditsKey,
  listUnsavedEdits,
  removeUnsavedEdits,
  storeUnsavedEdits,
  type UnsavedEdits,
} from './unsaved-caption-edits.ts'

/** Two conflicting versions of the captions. The creator chooses which version to keep. */
export interface CaptionDraftConflict {
  mine: readonly DraftCue[]
  theirs: CaptionDraft
  /** True if `mine` is a draft that is older than an uploaded caption file. */
  isOutdated: boolean
}

export type CaptionDraftSync = ReturnType<typeof createCaptionDraftSync>

export interface CaptionDraftSyncState {
  saving: AutosaveState
  conflict: CaptionDraftConflict | null
  /** Edits that were made on an earlier visit but never reached the server. */
  unsaved: UnsavedEdits | null
  /** True if this browser stores unsaved edits. */
  isStored: boolean
  /** True if the server has a draft that is not published yet. */
  hasDraft: boolean
  isPublished: boolean
}

/** The minimum time between two writes of the edits to the browser's storage, in milliseconds. */
const storeIntervalMs = 300

/**
 * Saves the captions as a draft on the server, keeps a copy of unsaved edits in the browser, and detects when
 * the captions have been changed elsewhere.
 */
export function createCaptionDraftSync(
  editor: CaptionEditor,
  {
    target,
    userId,
    draft,
    onChange,
  }: {
    target: CaptionDraftTarget
    userId: string
    draft: CaptionDraft
    onChange: (view: CaptionDraftSyncState) => void
  },
) {
  const key = createUnsavedEditsKey(userId, target)
  let timer: ReturnType<typeof setTimeout> | undefined
  let view: CaptionDraftSyncState = {
    saving: { status: 'saved', error: null },
    conflict: null,
    unsaved: null,
    isStored: true,
    hasDraft: draft.state === 'draft',
    isPublished: draft.is_published,
  }
  const show = (change: Partial<CaptionDraftSyncState>) => {
    view = { ...view, ...change }
    onChange(view)
  }
  const saver = createCaptionDraftAutosave({
    version: draft.version,
    cues: editor.get().cues,
    async send(version, cues) {
      const saved = await saveDraft(target, version, cues)
      show({ hasDraft: true })
      return saved
    },
    onChange(saving) {
      show({ saving })
      if (saving.status === 'saved') forget()
      if (saving.status === 'conflict') void loadTheirs()
    },
  })
  const forget = () => removeUnsavedEdits(key)
  const store = () => {
    if (saver.isSaved()) return
    const cues = toDraftCues(editor.get().cues)
    const isStored = storeUnsavedEdits({ key, version: saver.version(), at: Date.now(), cues })
    if (isStored !== view.isStored) show({ isStored })
  }
  const loadTheirs = async () => {
    try {
      const theirs = await fetchCaptionDraft(target)
      const edited = toDraftCues(editor.get().cues)
      const isOutdated = theirs.older_draft !== null && areSameCues(edited, theirs.cues)
      show({ conflict: { mine: isOutdated ? theirs.older_draft! : edited, theirs, isOutdated } })
    } catch {
      // Ignore the error: the status line offers the creator a way to try again.
    }
  }
  const adopt = (version: CaptionDraft) => {
    if (version.older_draft) editor.dispatch({ type: 'load', cues: version.older_draft })
    editor.dispatch({ type: 'load', cues: version.cues })
    saver.resolve(version.version, editor.get().cues)
    show({ conflict: null, hasDraft: version.state === 'draft', isPublished: version.is_published })
  }

  /**
   * Offers to restore unsaved edits from an earlier visit. If the server already has the same text, these
   * edits are deleted instead.
   */
  function findUnsaved(): void {
    for (const edits of listUnsavedEdits(userId, target)) {
      if (edits.key === key) continue
      if (!areSameCues(edits.cues, editor.get().cues)) return show({ unsaved: edits })
      removeUnsavedEdits(edits.key)
    }
    show({ unsaved: null })
  }

  return {
    saver,
    loadTheirs,
    start() {
      const stopListening = editor.subscribe(() => {
        saver.update(editor.get().cues)
        if (saver.isSaved()) return forget()
        // The first edit is stored immediately, because the tab can be closed at any time.
        if (timer) return
        store()
        timer = setTimeout(() => {
          timer = undefined
          store()
        }, storeIntervalMs)
      })
      const leave = () => {
        store()
        void saver.flush()
      }
      const stopWatching = listenToPageLifecycle({
        onLeave: leave,
        onOnline: () => void saver.flush(),
        shouldWarn: () => !saver.isSaved() && !view.isStored,
      })
      findUnsaved()
      if (draft.older_draft) saver.hold()
      return () => {
        // Edits from earlier visits are already stored. Do not store them again, because signing out may have
        // deleted them.
        if (timer) store()
        clearTimeout(timer)
        void saver.flush()
        stopListening()
        stopWatching()
        saver.close()
      }
    },
    keepMine() {
      const { conflict } = view
      if (!conflict) return
      const { mine, theirs } = conflict
      // Adds all conflicting versions to the undo history, so the creator can return to any of them.
      for (const cues of [theirs.older_draft ?? mine, theirs.cues, mine])
        if (!areSameCues(cues, editor.get().cues)) editor.dispatch({ type: 'load', cues })
      saver.update(editor.get().cues)
      saver.resolve(conflict.theirs.version, null)
      show({ conflict: null })
    },
    loadOther() {
      if (view.conflict) adopt(view.conflict.theirs)
    },
    /** Saving is paused until the creator has chosen a version. */
    chooseLater: () => show({ conflict: null }),
    restore() {
      const { unsaved } = view
      if (!unsaved) return
      // If the unsaved edits are based on an outdated version, the creator must choose a version.
      if (unsaved.version !== saver.version()) saver.hold()
      editor.dispatch({ type: 'load', cues: unsaved.cues })
      store()
      removeUnsavedEdits(unsaved.key)
      findUnsaved()
    },
    discard() {
      if (view.unsaved) removeUnsavedEdits(view.unsaved.key)
      findUnsaved()
    },
    /** Reloads the published captions from the server, because the server may have masked words in them. */
    async afterPublishing() {
      const published = await fetchCaptionDraft(target)
      if (!areSameCues(published.cues, editor.get().cues))
        editor.dispatch({ type: 'load', cues: published.cues })
      saver.resolve(published.version, editor.get().cues)
      show({ hasDraft: false, isPublished: true })
    },
  }
}

import { createContext, use, useSyncExternalStore } from 'react'
import type { CaptionRejection } from '#contract/captions/caption-drafts.ts'
import type { StateStore } from '#web/player/core/state-store.ts'
import {
  createEditorState,
  type EditorAction,
  type EditorState,
  captionEditorReducer,
} from './model/caption-editor-state.ts'
import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { createPlayhead, type Playhead } from './video/playhead.ts'

export type EditorPanel = 'find' | 'shift' | 'shortcuts'

export interface EditorView {
  panel: EditorPanel | null
  /** The part of the selected caption that gets the focus. Every request is a new object. */
  focus: { part: 'row' | 'text'; caret?: number } | null
  /** Why the server has refused a caption. It is shown until the text of the caption changes. */
  refusal: { id: number; text: string; reason: CaptionRejection } | null
}

/** The state of one open caption editor. It does not depend on React, so that every keystroke is handled at once. */
export interface CaptionEditor {
  get: () => EditorState
  dispatch: (action: EditorAction) => void
  subscribe: (listener: () => void) => () => void
  view: StateStore<EditorView>
  clock: Playhead
  /** The language of the captions, and the duration of the video in milliseconds. */
  language: string
  duration: number | null
}

export function createCaptionEditor(
  cues: readonly DraftCue[],
  facts: Pick<CaptionEditor, 'language' | 'duration'>,
): CaptionEditor {
  let state = createEditorState(cues)
  const listeners = new Set<() => void>()
  return {
    ...facts,
    clock: createPlayhead(),
    view: createViewStore(),
    get: () => state,
    dispatch(action) {
      const next = captionEditorReducer(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A store like that of the player, whose code is loaded later. */
function createViewStore(): StateStore<EditorView> {
  let view: EditorView = { panel: null, focus: null, refusal: null }
  const listeners = new Set<() => void>()
  return {
    get: () => view,
    set(change) {
      view = { ...view, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const CaptionEditorContext = createContext<CaptionEditor | null>(null)

export function useCaptionEditor(): CaptionEditor {
  return use(CaptionEditorContext)!
}

/** Returns a part of the editor's state. The selector must return the same value for the same state. */
export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  const editor = useCaptionEditor()
  const read = () => select(editor.get())
  return useSyncExternalStore(editor.subscribe, read, read)
}

export function useEditorView<Part>(select: (view: EditorView) => Part): Part {
  const { view } = useCaptionEditor()
  const read = () => select(view.get())
  return useSyncExternalStore(view.subscribe, read, read)
}

/** Returns a value that depends on the position of the video. The component renders only when the value changes. */
export function usePlayheadValue<Value extends string | number | boolean | null>(
  select: (ms: number) => Value,
): Value {
  const { clock } = useCaptionEditor()
  const read = () => select(clock.now())
  return useSyncExternalStore(clock.subscribe, read, () => select(0))
}

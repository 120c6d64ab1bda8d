import { createContext, use, useSyncExternalStore } from 'react'
import type { CaptionRejection } from '#contract/captions/caption-drafts.ts'
import type { StateStore } from '#web/player/core/state-store.ts'
import {
  createCaptionEditorState,
  type CaptionEditorAction,
  type CaptionEditorState,
  captionEditorReducer,
} from './model/caption-editor-state.ts'
import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { createPlayhead, type Playhead } from './video/playhead.ts'

export type CaptionEditorPanel = 'find' | 'shift' | 'shortcuts'

export interface CaptionEditorViewState {
  panel: CaptionEditorPanel | null
  /**
   * The part of the selected caption (its row or its text field) that should get focus. Each focus request is
   * a new object, so two requests for the same part differ.
   */
  focus: { part: 'row' | 'text'; caret?: number } | null
  /**
   * The reason why the server has rejected this caption. The reason for the rejection is shown until the text
   * of the caption changes.
   */
  refusal: { id: number; text: string; reason: CaptionRejection } | null
}

/**
 * The state of one open caption editor. The editor's state does not depend on React, so every keystroke is
 * handled immediately.
 */
export interface CaptionEditor {
  get: () => CaptionEditorState
  dispatch: (action: CaptionEditorAction) => void
  subscribe: (listener: () => void) => () => void
  view: StateStore<CaptionEditorViewState>
  clock: Playhead
  /** The language of the captions, and the duration of the video in milliseconds. */
  language: string
  duration: number | null
}

export function createCaptionEditor(
  cues: readonly DraftCue[],
  facts: Pick<CaptionEditor, 'language' | 'duration'>,
): CaptionEditor {
  let state = createCaptionEditorState(cues)
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

/** This state store works like the one in the player's code, which is not loaded yet at this point. */
function createViewStore(): StateStore<CaptionEditorViewState> {
  let view: CaptionEditorViewState = { panel: null, focus: null, refusal: null }
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

/**
 * Returns the part of the editor's state that the selector picks. If the state has not changed, the selector
 * must return the same object as before.
 */
export function useCaptionEditorState<Part>(select: (state: CaptionEditorState) => Part): Part {
  const editor = useCaptionEditor()
  const read = () => select(editor.get())
  return useSyncExternalStore(editor.subscribe, read, read)
}

export function useCaptionEditorView<Part>(select: (view: CaptionEditorViewState) => Part): Part {
  const { view } = useCaptionEditor()
  const read = () => select(view.get())
  return useSyncExternalStore(view.subscribe, read, read)
}

/**
 * Returns a value that depends on the position of the video. The component re-renders only when this value
 * changes.
 */
export function usePlayheadValue<Value extends string | number | boolean | null>(
  select: (ms: number) => Value,
): Value {
  const { clock } = useCaptionEditor()
  const read = () => select(clock.now())
  return useSyncExternalStore(clock.subscribe, read, () => select(0))
}

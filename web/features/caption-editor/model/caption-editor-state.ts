import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { captionCueLimits, captionDraftLimits } from '#contract/captions/caption-limits.ts'
import {
  addCue,
  changeCue,
  type CueEditResult,
  mergeWithNext,
  removeCue,
  shiftCues,
  splitCue,
} from './cue-edits.ts'
import { type CaptionEditorCues, indexOfCue, sortCues } from './cue.ts'
import { type FindOptions, type CueTextMatch, replaceAll, replaceMatch } from './find-replace.ts'

interface Snapshot {
  cues: CaptionEditorCues
  selected: number | null
}

export interface CaptionEditorState extends Snapshot {
  past: readonly Snapshot[]
  future: readonly Snapshot[]
  nextId: number
  /**
   * Identifies the kind of change that the last undo step contains. An edit with the same key is merged into
   * the last undo step.
   */
  stepKey: string | null
}

export type CaptionEditorAction =
  | { type: 'select'; id: number | null }
  | { type: 'selectBy'; by: number }
  | { type: 'setText'; id: number; text: string }
  | { type: 'setTimes'; id: number; start?: number; end?: number }
  | { type: 'add'; at: number }
  | { type: 'remove'; id: number }
  | { type: 'split'; id: number; position: number; playhead: number }
  | { type: 'merge'; id: number }
  | { type: 'shift'; by: number; fromId: number | null }
  | { type: 'replace'; match: CueTextMatch; replacement: string }
  | { type: 'replaceAll'; find: FindOptions; replacement: string }
  | { type: 'load'; cues: readonly DraftCue[] }
  | { type: 'undo' | 'redo' | 'endStep' }

const maxSteps = 500

export function createCaptionEditorState(cues: readonly DraftCue[]): CaptionEditorState {
  const { cues: numbered, nextId } = numberCues(cues, 1)
  const selected = numbered[0]?.id ?? null
  return { cues: numbered, selected, past: [], future: [], nextId, stepKey: null }
}

/** Returns the editor state after an action. Returns the same state object if the action changes nothing. */
export function captionEditorReducer(
  state: CaptionEditorState,
  action: CaptionEditorAction,
): CaptionEditorState {
  const { cues, nextId } = state
  switch (action.type) {
    case 'select':
      return action.id === state.selected ? state : { ...state, selected: action.id, stepKey: null }
    case 'selectBy':
      return selectBy(state, action.by)
    case 'setText': {
      const text = action.text.slice(0, captionDraftLimits.cueCharacters)
      return step(
        state,
        { cues: changeCue(cues, action.id, { text }), selected: action.id },
        textKey(state, action),
      )
    }
    case 'setTimes': {
      const times = clampTimes(action)
      const key = `times ${action.id} ${Object.keys(times).join()}`
      return step(state, { cues: changeCue(cues, action.id, times), selected: action.id }, key)
    }
    case 'add':
      return withNewId(step(state, addCue(cues, nextId, clampTime(action.at))))
    case 'remove':
      return step(state, removeCue(cues, action.id))
    case 'split':
      return withNewId(step(state, splitCue(cues, action.id, { ...action, newId: nextId })))
    case 'merge':
      return step(state, mergeWithNext(cues, action.id))
    case 'shift':
      return step(state, { ...state, cues: shiftCues(cues, action.by, action.fromId).cues })
    case 'replace':
      return step(state, {
        cues: replaceMatch(cues, action.match, action.replacement),
        selected: action.match.id,
      })
    case 'replaceAll':
      return step(state, { ...state, cues: replaceAll(cues, action.find, action.replacement) })
    case 'load': {
      const loaded = numberCues(action.cues, nextId)
      const next = { cues: loaded.cues, selected: loaded.cues[0]?.id ?? null }
      return { ...step(state, next), nextId: loaded.nextId }
    }
    case 'undo':
      return undo(state)
    case 'redo':
      return redo(state)
    case 'endStep':
      return state.stepKey === null ? state : { ...state, stepKey: null }
  }
}

/**
 * Adds an edit to the undo history. An edit with the same key as the last undo step is merged into that step.
 */
function step(
  state: CaptionEditorState,
  result: CueEditResult,
  key: string | null = null,
): CaptionEditorState {
  const { cues, selected } = result
  if (cues === state.cues) return state
  const isSameStep = key !== null && key === state.stepKey
  const past = isSameStep
    ? state.past
    : [...state.past, { cues: state.cues, selected: state.selected }].slice(-maxSteps)
  return { ...state, cues, selected, past, future: [], stepKey: key }
}

/** While the user types, each word becomes one undo step, and typing and deleting become separate steps. */
function textKey({ cues }: CaptionEditorState, { id, text }: { id: number; text: string }): string | null {
  const before = cues[indexOfCue(cues, id)]?.text ?? ''
  const added = text.length - before.length
  // If a single edit adds several characters, they were pasted.
  if (Math.abs(added) > 1) return null
  if (added < 0) return `delete ${id}`
  const typed = [...text].find((character, at) => character !== before[at]) ?? ''
  return /\s/.test(typed) ? null : `type ${id}`
}

function undo(state: CaptionEditorState): CaptionEditorState {
  const last = state.past.at(-1)
  if (!last) return state
  const now = { cues: state.cues, selected: state.selected }
  return { ...state, ...last, past: state.past.slice(0, -1), future: [now, ...state.future], stepKey: null }
}

function redo(state: CaptionEditorState): CaptionEditorState {
  const [next, ...future] = state.future
  if (!next) return state
  const now = { cues: state.cues, selected: state.selected }
  return { ...state, ...next, past: [...state.past, now], future, stepKey: null }
}

function selectBy(state: CaptionEditorState, by: number): CaptionEditorState {
  const { cues, selected } = state
  if (cues.length === 0) return state
  const at = Math.min(cues.length - 1, Math.max(0, indexOfCue(cues, selected) + by))
  return captionEditorReducer(state, { type: 'select', id: cues[at]!.id })
}

const withNewId = (state: CaptionEditorState): CaptionEditorState => ({ ...state, nextId: state.nextId + 1 })

const clampTime = (ms: number) => Math.min(captionCueLimits.endMs, Math.max(0, Math.round(ms)))

function clampTimes({ start, end }: { start?: number; end?: number }): { start?: number; end?: number } {
  return {
    ...(start !== undefined && { start: clampTime(start) }),
    ...(end !== undefined && { end: clampTime(end) }),
  }
}

function numberCues(cues: readonly DraftCue[], firstId: number): { cues: CaptionEditorCues; nextId: number } {
  const numbered = cues.map(({ start, end, text, settings }, at) => ({
    id: firstId + at,
    start,
    end,
    text,
    settings,
  }))
  return { cues: sortCues(numbered), nextId: firstId + cues.length }
}

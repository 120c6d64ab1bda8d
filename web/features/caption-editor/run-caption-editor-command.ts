import type { CaptionEditor } from './caption-editor-context.ts'
import type { CaptionEditorCommand } from './caption-editor-commands.ts'
import { indexOfCue } from './model/cue.ts'

/** The editor commands that need the server. The page implements these commands. */
export interface CaptionEditorServerActions {
  save: () => void
  publish: () => void
}

const secondMs = 1000

/** Runs the command that a shortcut or a button has triggered. */
export function runCaptionEditorCommand(
  editor: CaptionEditor,
  name: CaptionEditorCommand,
  server: CaptionEditorServerActions,
): void {
  const { clock, dispatch, view } = editor
  const { selected } = editor.get()
  const playhead = clock.now()
  switch (name) {
    case 'playPause':
      return clock.toggle()
    case 'back':
      return clock.seekBy(-secondMs)
    case 'forward':
      return clock.seekBy(secondMs)
    case 'previous':
    case 'next':
      dispatch({ type: 'selectBy', by: name === 'next' ? 1 : -1 })
      return seekToSelectedCue(editor)
    case 'add':
      dispatch({ type: 'add', at: playhead })
      return focusSelectedCue(editor, 'text')
    case 'undo':
    case 'redo':
      dispatch({ type: name })
      return focusSelectedCue(editor)
    case 'find':
    case 'shift':
    case 'shortcuts':
      return view.set({ panel: name })
    case 'save':
    case 'publish':
      return server[name]()
    default:
      if (selected !== null) editSelected(editor, name, selected, playhead)
  }
}

type EditCommand = 'split' | 'merge' | 'startHere' | 'endHere' | 'remove'

function editSelected(editor: CaptionEditor, name: EditCommand, id: number, playhead: number): void {
  const { dispatch } = editor
  switch (name) {
    case 'startHere':
      return dispatch({ type: 'setTimes', id, start: playhead })
    case 'endHere':
      return dispatch({ type: 'setTimes', id, end: playhead })
    case 'split':
      dispatch({ type: 'split', id, position: caretOf(editor, id), playhead })
      return focusSelectedCue(editor, 'text', 0)
    case 'merge':
      dispatch({ type: 'merge', id })
      return focusSelectedCue(editor, 'text')
    case 'remove':
      dispatch({ type: 'remove', id })
      return focusSelectedCue(editor)
  }
}

/** If the caret is not in the caption's text, the text is split in the middle. */
function caretOf(editor: CaptionEditor, id: number): number {
  const { cues } = editor.get()
  const { text } = cues[indexOfCue(cues, id)]!
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement && field.dataset['part'] === 'text') return field.selectionStart
  const middle = Math.floor(text.length / 2)
  const space = text.indexOf(' ', middle)
  return space < 0 ? middle : space
}

/** Moves the video to the selected caption, and keeps focus on the same kind of field in the list. */
export function seekToSelectedCue(editor: CaptionEditor): void {
  const { cues, selected } = editor.get()
  const cue = cues[indexOfCue(cues, selected)]
  if (!cue) return
  const now = editor.clock.now()
  if (now < cue.start || now >= cue.end) editor.clock.seek(cue.start)
  focusSelectedCue(editor)
}

/**
 * Moves the focus to the given part of the selected caption. If `part` is omitted and the focus is in the
 * list, the focus moves to the same part of the newly selected caption. If `part` is omitted and the focus is
 * elsewhere, the focus does not move.
 */
export function focusSelectedCue(editor: CaptionEditor, part?: 'row' | 'text', caret?: number): void {
  const active = document.activeElement
  const current = active?.closest<HTMLElement>('[data-part]')?.dataset['part']
  // If the `<body>` element has focus, the row with the pressed button has been removed.
  const isInRow = active === document.body || Boolean(active?.closest('.cue-open'))
  const wanted = part ?? current ?? (isInRow ? 'row' : undefined)
  if (wanted === undefined) return
  const focus = { part: wanted === 'row' ? ('row' as const) : ('text' as const) }
  editor.view.set({ focus: caret === undefined ? focus : { ...focus, caret } })
}

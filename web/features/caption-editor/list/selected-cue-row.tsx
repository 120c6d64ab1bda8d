import { CircleAlert, Lightbulb } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useCaptionEditor, useCaptionEditorView } from '../caption-editor-context.ts'
import type { CaptionEditorCommand } from '../caption-editor-commands.ts'
import { isCueError, getReadingSpeed } from '../model/cue-problems.ts'
import { runCaptionEditorCommand, seekToSelectedCue } from '../run-caption-editor-command.ts'
import type { CueRowProps } from './cue-row.tsx'
import { CueTimeField } from './cue-time-field.tsx'

const messages = captionEditorMessages.list
const noServer = { save: () => {}, publish: () => {} }

interface Props extends CueRowProps {
  measure: (element: HTMLElement | null) => (() => void) | undefined
}

/** The selected caption with its input fields. */
export function SelectedCueRow({ cue, index, total, top, problems = [], isPlaying, measure }: Props) {
  const editor = useCaptionEditor()
  const refusal = useCaptionEditorView((view) => view.refusal)
  const problemsId = useId()
  const { id, start, end, text } = cue
  const number = index + 1
  const refused = refusal?.id === id && refusal.text === text ? refusal.reason : null
  const hasProblems = problems.length > 0 || refused !== null
  const run = (name: CaptionEditorCommand) => runCaptionEditorCommand(editor, name, noServer)
  return (
    <li
      ref={measure}
      aria-setsize={total}
      aria-posinset={number}
      className="cue-row cue-open"
      data-playing={isPlaying || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className="cue-head">
        <button
          type="button"
          data-part="row"
          aria-current="true"
          aria-label={messages.row({ number, total })}
          className="cue-number"
          onKeyDown={(event) => handleListKey(event, editor)}
          onClick={() => editor.view.set({ focus: { part: 'text' } })}
        >
          {number}
        </button>
        <CueTimeField
          label={messages.start}
          ms={start}
          onChange={(ms) => editor.dispatch({ type: 'setTimes', id, start: ms })}
        />
        <CueTimeField
          label={messages.end}
          ms={end}
          onChange={(ms) => editor.dispatch({ type: 'setTimes', id, end: ms })}
        />
        {end > start && (
          <span className="cue-speed">{messages.speed({ perSecond: getReadingSpeed(cue) })}</span>
        )}
      </div>
      <textarea
        data-part="text"
        className="input cue-text"
        aria-label={messages.text({ number })}
        aria-describedby={hasProblems ? problemsId : undefined}
        aria-invalid={refused !== null || problems.some(isCueError) || undefined}
        lang={editor.language}
        dir="auto"
        rows={2}
        value={text}
        onChange={(event) => editor.dispatch({ type: 'setText', id, text: event.target.value })}
        onBlur={() => editor.dispatch({ type: 'endStep' })}
      />
      {hasProblems && (
        <ul id={problemsId} className="cue-problems">
          {refused && (
            <li data-error>
              <CircleAlert aria-hidden="true" /> {refused.detail}
            </li>
          )}
          {problems.map((problem) => (
            <li key={problem} data-error={isCueError(problem) || undefined}>
              {isCueError(problem) ? <CircleAlert aria-hidden="true" /> : <Lightbulb aria-hidden="true" />}{' '}
              {captionEditorMessages.problems[problem]}
            </li>
          ))}
        </ul>
      )}
      <div className="cue-actions">
        {(['startHere', 'endHere', 'split', 'merge', 'remove'] as const).map((name) => (
          <Button
            key={name}
            size="small"
            variant="ghost"
            off={name === 'merge' && number === total}
            // Keeps the caret in the text, because the “Split” command splits the text at the caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(name)}
          >
            {messages[name]}
          </Button>
        ))}
      </div>
    </li>
  )
}

const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
}

/**
 * The keyboard shortcuts of the list itself. The shortcuts need no modifier key, because they work only while
 * the button with the caption's number has focus.
 */
function handleListKey(event: KeyboardEvent, editor: ReturnType<typeof useCaptionEditor>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const by = steps[event.key]
  if (by !== undefined) {
    editor.dispatch({ type: 'selectBy', by })
    seekToSelectedCue(editor)
  } else if (event.key === 'Delete') runCaptionEditorCommand(editor, 'remove', noServer)
  else return
  event.preventDefault()
}

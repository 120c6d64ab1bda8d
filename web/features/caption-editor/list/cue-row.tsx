import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { useCaptionEditor } from '../caption-editor-context.ts'
import { stripCaptionTags } from '../model/cue-markup.ts'
import { type CueProblem, isCueError } from '../model/cue-problems.ts'
import { formatCueTime } from '../model/cue-times.ts'
import type { CaptionEditorCue } from '../model/cue.ts'
import { seekToSelectedCue } from '../run-caption-editor-command.ts'

export interface CueRowProps {
  cue: CaptionEditorCue
  index: number
  total: number
  /** The distance from the top of the list in pixels. */
  top: number
  problems: readonly CueProblem[] | undefined
  /** True if the video is currently showing this caption. */
  isPlaying: boolean
}

/** A caption that is not selected. */
export const CueRow = memo(function CueRow({ cue, index, total, top, problems, isPlaying }: CueRowProps) {
  const editor = useCaptionEditor()
  const messages = captionEditorMessages.list
  const times = `${formatCueTime(cue.start)} – ${formatCueTime(cue.end)}`
  const text = stripCaptionTags(cue.text)
  const open = () => {
    editor.dispatch({ type: 'select', id: cue.id })
    seekToSelectedCue(editor)
    editor.view.set({ focus: { part: 'text' } })
  }
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      className="cue-row"
      data-playing={isPlaying || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* Only the open caption is in the tab order of the page. The arrow keys move to other captions. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={messages.select({
          number: index + 1,
          times,
          text: text || messages.noText,
          hasProblems: problems !== undefined,
        })}
        onClick={open}
      >
        <span className="cue-number">{index + 1}</span>
        <span className="cue-times">{times}</span>
        <span className="cue-words" lang={editor.language} dir="auto">
          {text || <em>{messages.noText}</em>}
        </span>
        {problems && (
          <TriangleAlert
            aria-hidden="true"
            className="cue-warning"
            data-error={problems.some(isCueError) || undefined}
          />
        )}
      </button>
    </li>
  )
})

import { type PointerEvent, useMemo, useRef } from 'react'
import { useCaptionEditor, useCaptionEditorState } from '../caption-editor-context.ts'
import { minCueDurationMs } from '../model/cue-edits.ts'
import { stripCaptionTags } from '../model/cue-markup.ts'
import type { CaptionEditorCue } from '../model/cue.ts'
import { seekToSelectedCue } from '../run-caption-editor-command.ts'

interface Props {
  /** The start and the length of the timeline's visible range, both in milliseconds. */
  from: number
  span: number
  toMs: (clientX: number) => number
}

type Edge = 'start' | 'end'

/**
 * The caption blocks in the timeline. Clicking a caption selects it. The edges of the selected caption can be
 * dragged. For keyboard and screen reader users, the caption list and its time fields offer the same
 * functions as the timeline.
 */
export function TimelineCues({ from, span, toMs }: Props) {
  const editor = useCaptionEditor()
  const cues = useCaptionEditorState((state) => state.cues)
  const selected = useCaptionEditorState((state) => state.selected)
  const visible = useMemo(
    () => cues.filter(({ start, end }) => end > from && start < from + span),
    [cues, from, span],
  )
  const dragged = useRef<{ id: number; edge: Edge } | null>(null)
  const grab = (event: PointerEvent, cue: CaptionEditorCue) => {
    const edge = (event.target as HTMLElement).dataset['edge'] as Edge | undefined
    if (edge) {
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = { id: cue.id, edge }
      return
    }
    editor.dispatch({ type: 'select', id: cue.id })
    seekToSelectedCue(editor)
  }
  const drag = (event: PointerEvent, { id, start, end }: CaptionEditorCue) => {
    if (dragged.current?.id !== id) return
    const ms = toMs(event.clientX)
    if (dragged.current.edge === 'start')
      editor.dispatch({ type: 'setTimes', id, start: Math.min(ms, end - minCueDurationMs) })
    else editor.dispatch({ type: 'setTimes', id, end: Math.max(ms, start + minCueDurationMs) })
  }
  const drop = () => {
    if (dragged.current) editor.dispatch({ type: 'endStep' })
    dragged.current = null
  }
  return (
    <div className="timeline-cues" aria-hidden="true">
      {visible.map((cue) => (
        <div
          key={cue.id}
          className="timeline-cue"
          data-selected={cue.id === selected || undefined}
          style={{
            insetInlineStart: `${((cue.start - from) / span) * 100}%`,
            width: `${((Math.max(cue.end, cue.start + minCueDurationMs) - cue.start) / span) * 100}%`,
          }}
          onPointerDown={(event) => grab(event, cue)}
          onPointerMove={(event) => drag(event, cue)}
          onPointerUp={drop}
          onPointerCancel={drop}
        >
          {cue.id === selected && <span className="timeline-edge" data-edge="start" />}
          <span className="timeline-words" lang={editor.language} dir="auto">
            {stripCaptionTags(cue.text)}
          </span>
          {cue.id === selected && <span className="timeline-edge" data-edge="end" />}
        </div>
      ))}
    </div>
  )
}

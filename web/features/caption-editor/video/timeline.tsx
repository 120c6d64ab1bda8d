import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useCaptionEditor, usePlayheadValue, useCaptionEditorState } from '../caption-editor-context.ts'
import { formatCueTime } from '../model/cue-times.ts'
import { StoryboardStrip } from './storyboard-strip.tsx'
import { TimelineCues } from './timeline-cues.tsx'

const messages = captionEditorMessages.video

/** The length of the timeline's visible range in milliseconds. */
const spans = [5000, 10_000, 20_000, 40_000, 80_000]

/** Shows the section of the video around the playhead, with the captions as blocks. */
export function Timeline({ storyboardUrl }: { storyboardUrl: string | null }) {
  const { clock, duration } = useCaptionEditor()
  const [zoom, setZoom] = useState(2)
  const span = spans[zoom]!
  // The timeline jumps from page to page instead of scrolling, because a moving caption is hard to grab.
  const page = usePlayheadValue((ms) => Math.floor(ms / (span * 0.9)))
  const from = Math.round(page * span * 0.9)
  const frame = useRef<HTMLDivElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      if (cursor.current) cursor.current.style.insetInlineStart = `${((clock.now() - from) / span) * 100}%`
    }
    move()
    return clock.subscribe(move)
  }, [clock, from, span])
  const toMs = (clientX: number) => {
    const { left, width } = frame.current!.getBoundingClientRect()
    return Math.min(duration ?? Infinity, Math.max(0, from + ((clientX - left) / width) * span))
  }
  return (
    // In the timeline, time runs from left to right in every language.
    <div className="caption-timeline" dir="ltr">
      <div ref={frame} className="timeline-frame">
        {storyboardUrl && <StoryboardStrip url={storyboardUrl} from={from} span={span} />}
        <PositionSlider toMs={toMs} />
        <TimelineCues from={from} span={span} toMs={toMs} />
        <div ref={cursor} className="timeline-cursor" />
      </div>
      <div className="timeline-foot">
        <span>{formatCueTime(from).slice(0, -4)}</span>
        <IconButton
          bare
          size="small"
          label={messages.zoomOut}
          icon={<ZoomOut />}
          off={zoom === spans.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <IconButton
          bare
          size="small"
          label={messages.zoomIn}
          icon={<ZoomIn />}
          off={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <span>{formatCueTime(from + span).slice(0, -4)}</span>
      </div>
    </div>
  )
}

const keySteps: Record<string, number> = {
  ArrowLeft: -1000,
  ArrowDown: -1000,
  ArrowRight: 1000,
  ArrowUp: 1000,
  PageDown: -10_000,
  PageUp: 10_000,
}

/** The background of the timeline. Dragging, clicking and the arrow keys move the playhead. */
function PositionSlider({ toMs }: { toMs: (clientX: number) => number }) {
  const { clock, duration } = useCaptionEditor()
  const cues = useCaptionEditorState((state) => state.cues)
  const last = useMemo(() => cues.reduce((latest, { end }) => Math.max(latest, end), 0), [cues])
  const max = duration ?? last
  const seconds = usePlayheadValue((ms) => Math.floor(ms / 1000))
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = (keySteps[event.key] ?? 0) * (event.shiftKey ? 0.1 : 1)
    if (step !== 0) clock.seekBy(step)
    else if (event.key === 'Home') clock.seek(0)
    else if (event.key === 'End') clock.seek(max)
    else return
    event.preventDefault()
  }
  const drag = (event: PointerEvent) =>
    event.currentTarget.hasPointerCapture(event.pointerId) && clock.seek(toMs(event.clientX))
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot show a part of the video
      role="slider"
      tabIndex={0}
      className="timeline-surface"
      aria-label={messages.position}
      aria-valuemin={0}
      aria-valuemax={Math.ceil(max / 1000)}
      aria-valuenow={seconds}
      aria-valuetext={messages.value({
        time: formatCueTime(seconds * 1000).slice(0, -4),
        of: formatCueTime(max).slice(0, -4),
      })}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        clock.seek(toMs(event.clientX))
      }}
      onPointerMove={drag}
    />
  )
}

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import {
  useCaptionEditor,
  usePlayheadValue,
  useCaptionEditorState,
  useCaptionEditorView,
} from '../caption-editor-context.ts'
import { findCueProblems } from '../model/cue-problems.ts'
import { type CaptionEditorCues, indexOfCue } from '../model/cue.ts'
import { CueRow } from './cue-row.tsx'
import { SelectedCueRow } from './selected-cue-row.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'
import { getRowTop } from './virtual-rows.ts'
import './cue-list.css'

const messages = captionEditorMessages.list

/** The list of all captions. The selected caption is open and can be edited. */
export function CueList() {
  const { duration } = useCaptionEditor()
  const cues = useCaptionEditorState((state) => state.cues)
  const selected = useCaptionEditorState((state) => state.selected)
  const problems = useMemo(() => findCueProblems(cues, duration), [cues, duration])
  const scroller = useRef<HTMLDivElement>(null)
  const sample = useRef<HTMLDivElement>(null)
  const openIndex = indexOfCue(cues, selected)
  const rows = useVirtualRows({ count: cues.length, openIndex, scroller, sample })
  const playing = usePlayingCue(cues)
  useFocusRequests(scroller)
  return (
    <section aria-labelledby="cue-list-title" className="cue-list-section">
      <h2 id="cue-list-title" className="text-21">
        {messages.label}{' '}
        <span className="text-15 font-normal text-quiet">{messages.count({ count: cues.length })}</span>
      </h2>
      {cues.length === 0 && (
        <EmptyState heading="h3" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      )}
      <div ref={scroller} className="cue-list" data-empty={cues.length === 0 || undefined}>
        <div ref={sample} className="cue-sample" />
        <ol aria-label={messages.label} className="cue-rows" style={{ height: rows.height }}>
          {rowsToRender(rows.range, openIndex, cues.length).map((at) => {
            const cue = cues[at]!
            const shared = {
              cue,
              index: at,
              total: cues.length,
              top: getRowTop(at, rows.heights),
              problems: problems.get(cue.id),
              isPlaying: cue.id === playing,
            }
            return at === openIndex ? (
              <SelectedCueRow key={cue.id} {...shared} measure={rows.measureOpenRow} />
            ) : (
              <CueRow key={cue.id} {...shared} />
            )
          })}
        </ol>
      </div>
    </section>
  )
}

/**
 * The row of the open caption is always rendered, even outside the visible area, so the focus is not lost
 * when the list scrolls.
 */
function rowsToRender(
  { from, to }: { from: number; to: number },
  openIndex: number,
  count: number,
): number[] {
  const last = Math.min(to, count)
  const rows = Array.from({ length: Math.max(0, last - from) }, (_, at) => from + at)
  if (openIndex < 0 || (openIndex >= from && openIndex < last)) return rows
  return openIndex < from ? [openIndex, ...rows] : [...rows, openIndex]
}

/** Returns the id of the caption that the video is currently showing. */
function usePlayingCue(cues: CaptionEditorCues): number | null {
  return usePlayheadValue((ms) => cues.findLast(({ start, end }) => start <= ms && ms < end)?.id ?? null)
}

/** Moves the focus into the selected caption when a command requests it. */
function useFocusRequests(scroller: React.RefObject<HTMLElement | null>): void {
  const request = useCaptionEditorView((view) => view.focus)
  const done = useRef(request)
  const { view } = useCaptionEditor()
  useLayoutEffect(() => {
    if (!request || request === done.current) return
    done.current = request
    const row = scroller.current!.querySelector<HTMLElement>('.cue-open')
    const target = row?.querySelector<HTMLElement>(`[data-part="${request.part}"]`)
    target?.focus({ preventScroll: true })
    if (target instanceof HTMLTextAreaElement && request.caret !== undefined)
      target.setSelectionRange(request.caret, request.caret)
  }, [request, scroller])
  // Clear the focus request. Otherwise, it would move the focus again the next time the editor is shown.
  useEffect(() => () => view.set({ focus: null }), [view])
}

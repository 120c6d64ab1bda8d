import { Play, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { VideoInspection } from '../preprocessing/inspect-video.ts'
import { minTrimSeconds, type TrimRange } from '../preprocessing/trim-range.ts'
import { TrimTimeField } from './trim-time-field.tsx'
import { TrimTimeline } from './trim-timeline.tsx'
import { formatTrimTime, setTrimEnd, setTrimStart } from './trim-times.ts'
import { useTrimPreview } from './use-trim-preview.ts'

const { dialog } = trimMessages

interface Props {
  file: File
  inspection: VideoInspection
  initial: TrimRange
  onUnplayable: () => void
  onApply: (range: TrimRange | undefined) => void
  onClose: () => void
}

export function TrimEditor({ file, inspection, initial, onUnplayable, onApply, onClose }: Props) {
  const { duration } = inspection
  const [range, setRange] = useState(initial)
  const [notice, setNotice] = useState('')
  const [video, preview] = useTrimPreview(file, range)
  const change = (next: TrimRange, shown: number) => {
    setNotice('')
    setRange(next)
    preview.pause()
    preview.seek(shown)
  }
  const changeStart = (to: number) => {
    const next = setTrimStart(range, to)
    change(next, next.start)
  }
  const changeEnd = (to: number) => {
    const next = setTrimEnd(range, to, duration)
    // The frame at the end time is the first frame that is cut off, so the preview shows the frame before it.
    change(next, Math.max(next.start, next.end - 0.04))
  }
  const apply = async () => {
    if (range.start === 0 && range.end === duration) return onApply(undefined)
    const start = range.start && (await inspection.findStart(range.start))
    if (start === range.start) return onApply(range)
    if (start === null || start > range.end - minTrimSeconds) return setNotice(dialog.noCut)
    change({ ...range, start }, start)
    setNotice(dialog.startMoved({ time: formatTrimTime(start) }))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={dialog.title}
      size="wide"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button variant="primary" onClick={() => void apply()}>
            {dialog.use}
          </Button>
        </>
      }
    >
      <p className="text-quiet">{dialog.intro}</p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a local video that has not been uploaded yet */}
      <video
        ref={video}
        aria-label={dialog.preview}
        className="trim-preview"
        controls
        playsInline
        preload="auto"
        onLoadedMetadata={() => preview.seek(range.start)}
        onTimeUpdate={preview.onTimeUpdate}
        onPause={preview.onPause}
        onError={onUnplayable}
      />
      <TrimTimeline
        duration={duration}
        range={range}
        position={preview.position}
        onStart={changeStart}
        onEnd={changeEnd}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <TrimTimeField label={dialog.start} seconds={range.start} onChange={changeStart} />
          <Button size="small" onClick={() => changeStart(preview.readPosition())}>
            {dialog.setStart}
          </Button>
        </div>
        <div className="grid content-start gap-2">
          <TrimTimeField label={dialog.end} seconds={range.end} onChange={changeEnd} />
          <Button size="small" onClick={() => changeEnd(preview.readPosition())}>
            {dialog.setEnd}
          </Button>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {preview.isPlayingSelection ? (
          <Button onClick={preview.pause}>
            <Square aria-hidden="true" /> {dialog.stop}
          </Button>
        ) : (
          <Button onClick={preview.playSelection}>
            <Play aria-hidden="true" /> {dialog.play}
          </Button>
        )}
        <Button variant="ghost" onClick={() => change({ start: 0, end: duration }, 0)}>
          <RotateCcw aria-hidden="true" /> {dialog.reset}
        </Button>
        <p className="font-semibold tabular-nums">
          {dialog.selected({ length: formatTrimTime(range.end - range.start) })}
        </p>
      </div>
      <p aria-live="polite" className="mt-4 font-semibold text-hue-ink empty:hidden">
        {notice}
      </p>
    </Dialog>
  )
}

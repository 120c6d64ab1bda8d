import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { classNames } from '#web/ui/class-names.ts'
import { drawFirstFrame, type FirstFrameInfo } from './draw-first-frame.ts'

/**
 * Shows the first frame of a local video file. The browser draws the frame from the local file, so the
 * preview is available before the upload. If the browser cannot decode the video, an illustration is shown
 * instead of the frame.
 */
export function FirstFramePreview({ file, className }: { file: File; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<{ file: File; facts: FirstFrameInfo | 'none' }>()
  useEffect(() => drawFirstFrame(file, canvas.current!, (facts) => setDrawn({ file, facts })), [file])
  const facts = drawn?.file === file ? drawn.facts : undefined
  const dimensions = facts !== 'none' ? facts : undefined
  return (
    <span
      className={classNames('halftone relative grid place-items-center overflow-clip bg-lifted', className)}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        // The canvas is positioned absolutely, so its own size (1280 × 2276 for a portrait video) does not
        // affect the size of the surrounding box.
        className={classNames(
          'absolute inset-0 size-full object-contain transition-opacity',
          !dimensions && 'opacity-0',
        )}
      />
      {facts === 'none' && <Film className="absolute size-10 text-hue-ink" aria-hidden="true" />}
      {dimensions && Number.isFinite(dimensions.duration) && (
        <span className="absolute end-2 bottom-2 rounded-small bg-black/80 px-2 text-13 font-bold text-white tabular-nums">
          {formatDuration(dimensions.duration)}
        </span>
      )}
    </span>
  )
}

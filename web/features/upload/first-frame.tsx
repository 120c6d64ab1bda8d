import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clock } from '#web/ui/clock.ts'
import { cx } from '#web/ui/cx.ts'

interface Facts {
  duration: number
  width: number
  height: number
}

/** The picture of a local video's first frame, drawn by the browser: nothing is sent for it. What the browser cannot decode gets a drawing. */
export function FirstFrame({ file, className }: { file: File; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<{ file: File; facts: Facts | 'none' }>()
  useEffect(() => draw(file, canvas.current!, (facts) => setDrawn({ file, facts })), [file])
  const facts = drawn?.file === file ? drawn.facts : undefined
  const shown = facts !== 'none' ? facts : undefined
  return (
    <span className={cx('halftone relative grid place-items-center overflow-clip bg-lifted', className)}>
      <canvas
        ref={canvas}
        aria-hidden="true"
        className={cx('size-full object-contain transition-opacity', !shown && 'opacity-0')}
      />
      {facts === 'none' && <Film className="absolute size-10 text-hue-ink" aria-hidden="true" />}
      {shown && Number.isFinite(shown.duration) && (
        <span className="absolute right-2 bottom-2 rounded-small bg-black/80 px-2 text-13 font-bold text-white tabular-nums">
          {clock(shown.duration)}
        </span>
      )}
    </span>
  )
}

/** Wide enough for the largest place it stands in, on a sharp screen. */
const widest = 1280

function draw(file: File, canvas: HTMLCanvasElement, tell: (facts: Facts | 'none') => void) {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const none = () => tell('none')
  const timer = setTimeout(none, 8000)
  const end = new AbortController()
  const over = { signal: end.signal }
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  // Asking for a moment makes phones decode a frame which they would otherwise only do on play.
  video.addEventListener('loadedmetadata', () => (video.currentTime = 0.001))
  video.addEventListener('error', none, over)
  const show = () => {
    clearTimeout(timer)
    const { videoWidth: width, videoHeight: height, duration } = video
    if (!width) return none()
    const scale = Math.min(1, widest / width)
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    tell({ duration, width, height })
  }
  video.addEventListener('seeked', show, over)
  video.src = url
  return () => {
    clearTimeout(timer)
    end.abort()
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { player as limits } from '#contract/limits.ts'
import { clock, spokenClock } from '../../ui/clock.ts'
import { Thumbnail } from './thumbnail.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { words } from '#web/words/player.ts'

/** The browser's own slider under our drawing: thumb, keyboard (0.1 s a step) and screen reader come with it. */
export function Progress({ storyboardUrl }: { storyboardUrl?: string | null }) {
  const player = usePlayer()
  const { currentTime, duration, bufferedTo } = usePlayerState((state) => state)
  const [pointed, setPointed] = useState<number | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  useSmooth(bar)
  const part = (time: number) => (duration ? Math.min(1, time / duration) : 0)
  const point = (event: PointerEvent<HTMLElement>) => setPointed(partUnder(event) * duration)
  const vars = { '--p': part(currentTime), '--b': part(bufferedTo), '--at': part(pointed ?? 0) }
  return (
    <div ref={bar} className="progress-bar" style={vars as CSSProperties}>
      {pointed !== null && duration > 0 && (
        <div className="pointed" aria-hidden="true">
          {storyboardUrl && <Thumbnail url={storyboardUrl} time={pointed} />}
          <span className="pointed-time">{clock(pointed)}</span>
        </div>
      )}
      <span className="progress-track">
        <span className="progress-buffered" />
        <span className="progress-played" />
      </span>
      <input
        type="range"
        className="range"
        aria-label={words.seek}
        aria-valuetext={words.at(spokenClock(currentTime), spokenClock(duration))}
        min={0}
        max={duration || 1}
        step={limits.seekStep}
        value={currentTime}
        onChange={(event) => void player.seekTo(event.target.valueAsNumber)}
        onPointerMove={point}
        onPointerDown={(event) => {
          point(event)
          player.idle.hold('drag', true)
        }}
        onPointerUp={() => player.idle.hold('drag', false)}
        onPointerCancel={() => player.idle.hold('drag', false)}
        onPointerLeave={() => setPointed(null)}
      />
    </div>
  )
}

/** Half the thumb's width, which the browser keeps free at either end. */
const inset = 8

function partUnder(event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (event.clientX - box.left - inset) / (box.width - 2 * inset)))
}

/** The element tells its time four times a second; between, the bar is moved at each frame so that it glides. */
function useSmooth(bar: React.RefObject<HTMLElement | null>) {
  const player = usePlayer()
  const gliding = usePlayerState((state) => !state.paused && !state.waiting && state.controlsVisible)
  useEffect(() => {
    if (!gliding) return
    let frame = requestAnimationFrame(function glide() {
      const video = player.element()
      if (video?.duration) bar.current?.style.setProperty('--p', String(video.currentTime / video.duration))
      frame = requestAnimationFrame(glide)
    })
    return () => cancelAnimationFrame(frame)
  }, [bar, gliding, player])
}

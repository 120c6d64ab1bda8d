import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { playerControlSettings as limits } from '#contract/limits.ts'
import { formatDuration, formatSpokenDuration } from '#web/ui/formatting/format-duration.ts'
import { StoryboardThumbnail } from './storyboard-thumbnail.tsx'
import { findChapterAt, type PlayerChapter } from '../core/chapters.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

interface SeekBarProps {
  storyboardUrl?: string | null
  chapters?: readonly PlayerChapter[] | undefined
}

/**
 * A custom-drawn bar covers a native range input. The range input provides the thumb, accessibility, and
 * keyboard steps of 0.1 s.
 */
export function SeekBar({ storyboardUrl, chapters }: SeekBarProps) {
  const player = usePlayer()
  const { currentTime, duration, bufferedTo } = usePlayerState((state) => state)
  const [pointedTime, setPointedTime] = useState<number | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  useSmoothProgress(bar)
  const part = (time: number) => (duration ? Math.min(1, time / duration) : 0)
  const point = (event: PointerEvent<HTMLElement>) => setPointedTime(getPointerFraction(event) * duration)
  const pointedChapter = findChapterAt(chapters, pointedTime ?? 0)
  const vars = { '--p': part(currentTime), '--b': part(bufferedTo), '--at': part(pointedTime ?? 0) }
  return (
    <div ref={bar} className="progress-bar" style={vars as CSSProperties}>
      {pointedTime !== null && duration > 0 && (
        <div className="pointed" aria-hidden="true">
          {storyboardUrl && <StoryboardThumbnail url={storyboardUrl} time={pointedTime} />}
          {pointedChapter && (
            <span className="pointed-chapter" dir="auto">
              {pointedChapter.title}
            </span>
          )}
          <span className="pointed-time">{formatDuration(pointedTime)}</span>
        </div>
      )}
      <span className="progress-track">
        <span className="progress-buffered" />
        <span className="progress-played" />
        {duration > 0 &&
          chapters
            ?.slice(1)
            .map(({ seconds }) => (
              <span
                key={seconds}
                className="progress-gap"
                style={{ '--at': part(seconds) } as CSSProperties}
              />
            ))}
      </span>
      <input
        type="range"
        className="range"
        aria-label={playerMessages.seek}
        aria-valuetext={describePosition(currentTime, duration, findChapterAt(chapters, currentTime))}
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
        onPointerLeave={() => setPointedTime(null)}
      />
    </div>
  )
}

function describePosition(time: number, duration: number, chapter: PlayerChapter | undefined): string {
  const position = playerMessages.at({
    now: formatSpokenDuration(time),
    whole: formatSpokenDuration(duration),
  })
  return chapter ? playerMessages.inChapter({ position, title: chapter.title }) : position
}

/**
 * Half the width of the seek bar's thumb, in pixels. Browsers leave half the thumb's width free at both ends
 * of a range input.
 */
const thumbInset = 8

function getPointerFraction(event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (event.clientX - box.left - thumbInset) / (box.width - 2 * thumbInset)))
}

/**
 * Updates the seek bar in every frame, so it moves smoothly although the video element reports its position
 * only four times a second.
 */
function useSmoothProgress(bar: React.RefObject<HTMLElement | null>) {
  const player = usePlayer()
  const isAnimating = usePlayerState((state) => !state.paused && !state.waiting && state.controlsVisible)
  useEffect(() => {
    if (!isAnimating) return
    let frame = requestAnimationFrame(function glide() {
      const video = player.element()
      const { duration } = player.store.get()
      if (video && duration) bar.current?.style.setProperty('--p', String(video.currentTime / duration))
      frame = requestAnimationFrame(glide)
    })
    return () => cancelAnimationFrame(frame)
  }, [bar, isAnimating, player])
}

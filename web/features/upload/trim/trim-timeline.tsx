import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { minTrimSeconds, type TrimRange } from '../preprocessing/trim-range.ts'
import { formatTrimTime } from './trim-times.ts'

interface Props {
  duration: number
  range: TrimRange
  /** The current position of the preview in seconds. */
  position: number
  onStart: (seconds: number) => void
  onEnd: (seconds: number) => void
}

/** A timeline with one handle for the start and one handle for the end of the selection. */
export function TrimTimeline({ duration, range, position, onStart, onEnd }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const toSeconds = (clientX: number) => {
    const { left, width } = track.current!.getBoundingClientRect()
    return ((clientX - left) / width) * duration
  }
  const percent = (seconds: number) => `${Math.min(100, Math.max(0, (seconds / duration) * 100))}%`
  const shared = { duration, toSeconds }
  return (
    <div className="trim-timeline" dir="ltr">
      <div ref={track} className="trim-track">
        <div
          className="trim-selection"
          style={{
            insetInlineStart: percent(range.start),
            insetInlineEnd: `calc(100% - ${percent(range.end)})`,
          }}
        />
        <div className="trim-position" style={{ insetInlineStart: percent(position) }} />
        <TrimHandle
          {...shared}
          label={trimMessages.dialog.start}
          side="start"
          seconds={range.start}
          min={0}
          max={range.end - minTrimSeconds}
          position={percent(range.start)}
          onChange={onStart}
        />
        <TrimHandle
          {...shared}
          label={trimMessages.dialog.end}
          side="end"
          seconds={range.end}
          min={range.start + minTrimSeconds}
          max={duration}
          position={percent(range.end)}
          onChange={onEnd}
        />
      </div>
    </div>
  )
}

interface HandleProps {
  label: string
  side: 'start' | 'end'
  seconds: number
  min: number
  max: number
  duration: number
  position: string
  toSeconds: (clientX: number) => number
  onChange: (seconds: number) => void
}

function TrimHandle({
  label,
  side,
  seconds,
  min,
  max,
  duration,
  position,
  toSeconds,
  onChange,
}: HandleProps) {
  // The distance between the pointer and the edge of the handle. Subtracting this distance keeps the handle
  // from jumping when a drag starts.
  const grip = useRef(0)
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = toSeconds(event.clientX) - seconds
  }
  const drag = (event: PointerEvent) =>
    event.currentTarget.hasPointerCapture(event.pointerId) &&
    onChange(toSeconds(event.clientX) - grip.current)
  const press = (event: KeyboardEvent) => {
    const to = getKeyTarget(event.key, seconds, min, max)
    if (to === undefined) return
    event.preventDefault()
    onChange(to)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot have two handles or these key steps
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={seconds}
      aria-valuetext={trimMessages.dialog.value({
        time: formatTrimTime(seconds),
        total: formatTrimTime(duration),
      })}
      className="trim-handle"
      data-side={side}
      style={{ insetInlineStart: position }}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
    />
  )
}

const keySteps: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageDown: -5,
  PageUp: 5,
}

function getKeyTarget(key: string, seconds: number, min: number, max: number): number | undefined {
  if (key === 'Home') return min
  if (key === 'End') return max
  const step = keySteps[key]
  return step && seconds + step
}

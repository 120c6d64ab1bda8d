import { Circle, Pause, Square } from 'lucide-react'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import type { useCountdown } from './use-countdown.ts'
import type { useRecorder } from './use-recorder.ts'

interface Props {
  recorder: ReturnType<typeof useRecorder>
  countdown: ReturnType<typeof useCountdown>
  /** True if the camera is running. */
  isReady: boolean
  maxMs: number
}

export function RecorderControls({ recorder, countdown, isReady, maxMs }: Props) {
  const { state } = recorder
  if (countdown.left !== null)
    return (
      <Button className="justify-self-start" onClick={countdown.cancel}>
        {cameraMessages.cancelCountdown}
      </Button>
    )
  if (state === 'idle')
    return (
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="primary" off={!isReady} onClick={countdown.start}>
          <Circle aria-hidden="true" /> {cameraMessages.record}
        </Button>
        <p className="text-15 text-quiet">{cameraMessages.limit({ length: formatDuration(maxMs / 1000) })}</p>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="primary" onClick={recorder.stop}>
        <Square aria-hidden="true" /> {cameraMessages.stop}
      </Button>
      {state === 'recording' ? (
        <Button onClick={recorder.pause}>
          <Pause aria-hidden="true" /> {cameraMessages.pause}
        </Button>
      ) : (
        <Button onClick={recorder.resume}>
          <Circle aria-hidden="true" /> {cameraMessages.resume}
        </Button>
      )}
      <p className="flex items-center gap-2 font-semibold tabular-nums">
        <span className="camera-light" data-state={state} aria-hidden="true" />
        {cameraMessages.elapsed({
          elapsed: formatDuration(recorder.elapsed / 1000),
          limit: formatDuration(maxMs / 1000),
        })}
      </p>
      <p aria-live="polite" className="sr-only">
        {cameraMessages.states[state]}
      </p>
    </div>
  )
}

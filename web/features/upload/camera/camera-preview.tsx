import { useEffect, useRef } from 'react'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

interface Props {
  stream: MediaStream | null
  /** The current number of the countdown, or null if no countdown is running. */
  countdown: number | null
}

/** The live picture from the camera. */
export function CameraPreview({ stream, countdown }: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    ref.current!.srcObject = stream
  }, [stream])
  // The preview is mirrored, because people expect to see themselves as in a mirror. The recording is not
  // mirrored.
  const isMirrored = stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment'
  return (
    <div className="relative mb-4 grid place-items-center">
      <video
        ref={ref}
        aria-label={cameraMessages.preview}
        className={classNames('camera-picture', isMirrored && 'camera-mirrored')}
        autoPlay
        playsInline
        muted
      />
      {!stream && (
        <p aria-live="polite" className="absolute flex items-center gap-3 p-4 text-white">
          <Spinner size={20} label="" /> {cameraMessages.starting}
        </p>
      )}
      {countdown !== null && (
        // The `key` restarts the animation for each number of the countdown.
        <p key={countdown} className="camera-countdown" aria-hidden="true">
          {countdown}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {countdown !== null && cameraMessages.countdown({ left: countdown })}
      </p>
    </div>
  )
}

import { useState } from 'react'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { CameraPreview } from './camera-preview.tsx'
import { CameraProblemNotice } from './camera-problem.tsx'
import { CameraAndMicrophoneFields } from './device-fields.tsx'
import { RecorderControls } from './recorder-controls.tsx'
import { getMaxRecordingMs } from './recording-format.ts'
import { RecordingPlayer } from './recording-player.tsx'
import { useCamera } from './use-camera.ts'
import { useCountdown } from './use-countdown.ts'
import { type CameraRecording, useRecorder } from './use-recorder.ts'
import './camera.css'

interface Props {
  maxBytes: number
  onUse: (file: File) => void
  onClose: () => void
}

/**
 * The dialog in which a creator records a video with the camera. The recording stays on this device until the
 * user uploads it.
 */
export default function CameraDialog({ maxBytes, onUse, onClose }: Props) {
  const [take, setTake] = useState<CameraRecording | 'interrupted' | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  // The camera is off while the user watches the recording.
  const camera = useCamera(take === null)
  const maxMs = getMaxRecordingMs(maxBytes)
  const recorder = useRecorder({
    stream: camera.stream,
    maxMs,
    onTake: (recorded) => setTake(recorded ?? 'interrupted'),
  })
  const countdown = useCountdown(recorder.start)
  const problem = take === 'interrupted' ? take : camera.problem
  const recorded = take === 'interrupted' ? null : take
  const hasRecording = recorded !== null || recorder.state !== 'idle'
  const close = () => (hasRecording ? setIsConfirming(true) : onClose())
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={cameraMessages.title}
        size="wide"
        footer={
          recorded && (
            <>
              <Button onClick={() => setTake(null)}>{cameraMessages.take.again}</Button>
              <Button variant="primary" onClick={() => onUse(recorded.file)}>
                {cameraMessages.take.use}
              </Button>
            </>
          )
        }
      >
        {problem ? (
          <CameraProblemNotice
            problem={problem}
            onRetry={() => {
              setTake(null)
              camera.retry()
            }}
          />
        ) : recorded ? (
          <>
            <RecordingPlayer file={recorded.file} />
            <p aria-live="polite" className="mt-4">
              {recorded.isInterrupted && cameraMessages.take.interrupted}{' '}
              {cameraMessages.take.length({ length: formatDuration(recorded.duration / 1000) })}
            </p>
          </>
        ) : (
          <>
            <CameraPreview stream={camera.stream} countdown={countdown.left} />
            <RecorderControls
              recorder={recorder}
              countdown={countdown}
              isReady={camera.stream !== null}
              maxMs={maxMs}
            />
            {recorder.state === 'idle' && countdown.left === null && (
              <CameraAndMicrophoneFields camera={camera} />
            )}
          </>
        )}
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        title={cameraMessages.discard.title}
        confirmLabel={cameraMessages.discard.confirm}
        cancelLabel={cameraMessages.discard.keep}
        danger
        onConfirm={onClose}
        onCancel={() => setIsConfirming(false)}
      >
        {cameraMessages.discard.text}
      </ConfirmDialog>
    </>
  )
}

import { Mic, MicOff, MonitorUp, Video } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { BroadcastPreview } from '#web/features/broadcasting/capture/broadcast-preview.tsx'
import { LevelMeter } from '#web/features/broadcasting/capture/level-meter.tsx'
import { CameraProblemNotice } from '#web/features/upload/camera/camera-problem.tsx'
import { CameraAndMicrophoneFields } from '#web/features/upload/camera/device-fields.tsx'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { cameraMessages } from '#web/messages/upload/camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import type { BroadcastSource } from './use-broadcast-source.ts'

interface Props {
  source: BroadcastSource
  /** True while the broadcast is on air, because the source cannot be changed then. */
  isOnAir: boolean
  /** Elements to show over the picture. */
  children?: ReactNode
}

/** Shows the preview and the microphone level, and lets the creator choose the camera or the screen. */
export function SourceSection({ source, isOnAir, children }: Props) {
  const { kind, camera, mixer, stream, isMuted } = source
  const problem = kind === 'camera' ? camera.problem : null
  return (
    <div className="grid content-start gap-4">
      {problem ? (
        <CameraProblemNotice problem={problem} onRetry={camera.retry} />
      ) : stream ? (
        <BroadcastPreview stream={stream} isMirrored={source.isMirrored}>
          {children}
        </BroadcastPreview>
      ) : (
        <SourceChoice source={source} />
      )}
      {stream && mixer && (
        <>
          <div className="flex items-center gap-3">
            <Button size="small" aria-pressed={isMuted} onClick={() => source.setIsMuted(!isMuted)}>
              {isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}{' '}
              {isMuted ? broadcastingMessages.unmute : broadcastingMessages.mute}
            </Button>
            <div className="flex-1">
              <LevelMeter mixer={mixer} />
            </div>
          </div>
          {source.lacksMicrophone && <p className="field-hint">{broadcastingMessages.noMicrophone}</p>}
          {!isOnAir && (
            <>
              {kind === 'camera' && <CameraAndMicrophoneFields camera={camera} />}
              <Button className="justify-self-start" onClick={source.close}>
                {broadcastingMessages.source.change}
              </Button>
            </>
          )}
        </>
      )}
    </div>
  )
}

function SourceChoice({ source: { kind, ...source } }: { source: BroadcastSource }) {
  const canShare = useSyncExternalStore(subscribeToNothing, canShareScreen, () => false)
  if (kind === 'camera')
    return (
      <div className="broadcast-preview" data-theme="night">
        <p aria-live="polite" className="broadcast-preview-empty">
          <Spinner size={20} label="" /> {cameraMessages.starting}
        </p>
      </div>
    )
  return (
    <div className="broadcast-preview" data-theme="night">
      <div className="broadcast-preview-empty">
        <p className="font-bold">{broadcastingMessages.source.legend}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={source.useCamera}>
            <Video aria-hidden="true" /> {broadcastingMessages.source.camera}
          </Button>
          {canShare && (
            <Button onClick={() => void source.shareScreen()}>
              <MonitorUp aria-hidden="true" /> {broadcastingMessages.source.screen}
            </Button>
          )}
        </div>
        <p>{broadcastingMessages.source.hint}</p>
      </div>
    </div>
  )
}

const subscribeToNothing = () => () => {}

/** Phones cannot share their screen. */
function canShareScreen(): boolean {
  return 'getDisplayMedia' in (navigator.mediaDevices ?? {})
}

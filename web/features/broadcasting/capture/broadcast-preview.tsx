import { type ReactNode, useEffect, useRef } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'

interface Props {
  stream: MediaStream
  /** True for a front camera. Only the preview is mirrored, not the broadcast. */
  isMirrored: boolean
  /** Elements to show over the picture, such as the "live" badge. */
  children?: ReactNode
}

/** A preview of the picture that the creator is sending, without sound. */
export function BroadcastPreview({ stream, isMirrored, children }: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    ref.current!.srcObject = stream
  }, [stream])
  return (
    <div className="broadcast-preview" data-theme="night">
      <video
        ref={ref}
        aria-label={broadcastingMessages.preview}
        className={isMirrored ? 'broadcast-preview-mirrored' : undefined}
        autoPlay
        playsInline
        muted
      />
      {children && <div className="broadcast-preview-badge">{children}</div>}
    </div>
  )
}

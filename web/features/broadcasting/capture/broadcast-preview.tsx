import { type ReactNode, useEffect, useRef } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'

interface Props {
  stream: MediaStream
  /** True for a camera that faces the person. Viewers get the picture unmirrored. */
  isMirrored: boolean
  /** What is shown over the picture, for example the badge of a broadcast on air. */
  children?: ReactNode
}

/** The picture that the creator sends, without sound. */
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

import { useEffect, useRef } from 'react'
import { cameraMessages } from '#web/messages/upload/camera.ts'

/**
 * Plays a recording that has not been uploaded yet. Files recorded by a browser do not contain their
 * duration, so the dialog displays the duration instead of the player. A seek past the end would make the
 * browser determine the duration, but Chromium would stay at the end afterwards.
 */
export function RecordingPlayer({ file }: { file: File }) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current!
    const url = URL.createObjectURL(file)
    video.src = url
    return () => {
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
    }
  }, [file])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording that has not been uploaded yet
    <video
      ref={ref}
      aria-label={cameraMessages.take.preview}
      className="camera-picture"
      controls
      playsInline
    />
  )
}

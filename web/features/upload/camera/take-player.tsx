import { useEffect, useRef } from 'react'
import { cameraMessages } from '#web/messages/upload/camera.ts'

/** Plays a recording that is still only on this device. */
export function TakePlayer({ file }: { file: File }) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current!
    const url = URL.createObjectURL(file)
    const listeners = new AbortController()
    // Recordings of a browser do not state their duration. Seeking far beyond the end makes the browser find it.
    const findDuration = () => {
      if (Number.isFinite(video.duration)) return
      video.currentTime = 1e7
      const options = { once: true, signal: listeners.signal }
      video.addEventListener('seeked', () => (video.currentTime = 0), options)
    }
    video.addEventListener('loadedmetadata', findDuration, { once: true, signal: listeners.signal })
    video.src = url
    return () => {
      listeners.abort()
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

import { useEffect, useRef, useState } from 'react'
import type { TrimRange } from '../preprocessing/trim-range.ts'

/**
 * Controls the video element in the trim dialog. The video element plays the local file, so nothing is
 * uploaded.
 */
export function useTrimPreview(file: File, range: TrimRange) {
  const video = useRef<HTMLVideoElement>(null)
  const [position, setPosition] = useState(range.start)
  const [isPlayingSelection, setIsPlayingSelection] = useState(false)
  useEffect(() => {
    const element = video.current!
    const url = URL.createObjectURL(file)
    element.src = url
    return () => {
      element.removeAttribute('src')
      element.load()
      URL.revokeObjectURL(url)
    }
  }, [file])
  // `timeupdate` fires only four times per second, so without this check, playback would continue for up to
  // 0.25 s after the selected end.
  useEffect(() => {
    if (!isPlayingSelection) return
    let request = requestAnimationFrame(function stopAtEnd() {
      const element = video.current!
      if (element.currentTime >= range.end || element.ended) return element.pause()
      request = requestAnimationFrame(stopAtEnd)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlayingSelection, range.end])
  const seek = (seconds: number) => {
    setPosition(seconds)
    if (video.current) video.current.currentTime = seconds
  }
  const preview = {
    position,
    isPlayingSelection,
    seek,
    readPosition: () => video.current!.currentTime,
    onTimeUpdate: () => setPosition(video.current!.currentTime),
    onPause: () => setIsPlayingSelection(false),
    pause: () => video.current!.pause(),
    playSelection() {
      seek(range.start)
      setIsPlayingSelection(true)
      // The browser rejects the promise of `play()` if the user pauses the video before playback starts.
      void video.current!.play().catch(() => setIsPlayingSelection(false))
    },
  }
  return [video, preview] as const
}

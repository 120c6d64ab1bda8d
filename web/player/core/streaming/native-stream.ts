import type { PlaybackStream } from './playback-stream-types.ts'

/** If playback fails again within this time, the video is considered faulty. */
const recoveryIntervalMs = 10_000

/** Plays a stream without hls.js, either a video file or HLS in a browser that supports it natively. */
export function openNativeStream(video: HTMLVideoElement, url: string, startAt: number): PlaybackStream {
  let lastRecovery = -Infinity
  let stopWaiting: (() => void) | undefined
  function load(position: number): void {
    video.src = url
    if (position) video.currentTime = position
  }
  load(startAt)
  return {
    choose: () => {},
    reload: async () => {},
    frameRate: () => undefined,
    recover() {
      if (performance.now() - lastRecovery < recoveryIntervalMs) return false
      const [position, isPlaying] = [video.currentTime, !video.paused]
      const resume = () => {
        lastRecovery = performance.now()
        load(position)
        if (isPlaying) void video.play().catch(() => {})
      }
      if (navigator.onLine === false) stopWaiting = whenOnline(resume)
      else resume()
      return true
    },
    close() {
      stopWaiting?.()
      video.removeAttribute('src')
      video.load()
    },
  }
}

function whenOnline(listener: () => void): () => void {
  addEventListener('online', listener, { once: true })
  return () => removeEventListener('online', listener)
}

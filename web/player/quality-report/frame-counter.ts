import { playbackReportLimits } from '#contract/playback-quality.ts'

/**
 * Returns a function that returns how many frames the video element has decoded and dropped so far. Browsers
 * start counting from 0 again when the element loads another source, so the function must be called regularly.
 */
export function createFrameCounter(video: Pick<HTMLVideoElement, 'getVideoPlaybackQuality'>) {
  const before = { frames: 0, dropped: 0 }
  let last = { frames: 0, dropped: 0 }
  return () => {
    const { totalVideoFrames: frames, droppedVideoFrames: dropped } = video.getVideoPlaybackQuality()
    if (frames < last.frames) {
      before.frames += last.frames
      before.dropped += last.dropped
    }
    last = { frames, dropped }
    const most = playbackReportLimits.frames
    const total = Math.min(before.frames + frames, most)
    return { frames: total, dropped: Math.min(before.dropped + dropped, total) }
  }
}

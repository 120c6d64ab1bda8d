import type { Hls } from 'hls.js/light'

/** Playback of a broadcast may start this far behind its target, in seconds. */
const startToleranceSeconds = 0.2
/** Playback does not skip to a position after which less than this is buffered, because it would stall there. */
const minBufferAfterSkipSeconds = 0.5

/**
 * hls.js chooses the start position of a broadcast before it loads the first part, and then plays slightly faster
 * for several seconds to make up for the loading time. Skipping once, when playback starts, avoids this.
 */
export function skipToLiveEdgeAtStart(
  hls: Pick<Hls, 'latestLevelDetails' | 'liveSyncPosition'>,
  video: EventTarget & Pick<HTMLVideoElement, 'buffered' | 'currentTime'>,
): void {
  const skip = () => {
    const { latestLevelDetails: details, liveSyncPosition: target } = hls
    const { buffered, currentTime } = video
    if (!details?.live || target === null || buffered.length === 0) return
    const bufferedAfter = buffered.end(buffered.length - 1) - target
    if (target - currentTime > startToleranceSeconds && bufferedAfter > minBufferAfterSkipSeconds)
      video.currentTime = target
  }
  video.addEventListener('playing', skip, { once: true })
}

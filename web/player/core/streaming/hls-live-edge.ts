import { Hls } from 'hls.js/light'

/** The renditions of a broadcast can end up to this far apart, in seconds. */
const edgeToleranceSeconds = 0.2
const seekToleranceSeconds = 0.1

/**
 * Keeps viewers of a broadcast behind its live edge: a seek cannot get closer to the edge than the playlist allows.
 * Otherwise, viewers could see pictures up to a second before the delay of the broadcast has passed.
 */
export function limitSeekingToLiveEdge(hls: Hls, video: HTMLVideoElement): void {
  const listening = new AbortController()
  const limit = () => {
    const details = hls.latestLevelDetails
    if (!details?.live) return
    const { age, edge, partHoldBack, holdBack } = details
    const latest = edge - Math.max(0, (partHoldBack || holdBack) - age)
    if (video.currentTime > latest + seekToleranceSeconds) video.currentTime = latest
  }
  video.addEventListener('seeking', limit, listening)
  hls.once(Hls.Events.DESTROYING, () => listening.abort())
}

/**
 * Closes the stream when a broadcast is cut off: its playlist then ends earlier than it did before, and the viewer must
 * not see the parts that are buffered after this end. This works even if the page receives no live updates.
 */
export function closeWhenCutOff(hls: Hls, video: HTMLVideoElement): void {
  let newestEdge = -Infinity
  hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
    if (details.live) newestEdge = Math.max(newestEdge, details.edge)
    else if (details.edge < newestEdge - edgeToleranceSeconds) {
      video.pause()
      // hls.js is still handling the event.
      queueMicrotask(() => hls.destroy())
    }
  })
}

import { Hls } from 'hls.js/light'

/** The shares of the measured bandwidth that the bitrate of the next segment may take up. */
export interface BandwidthShares {
  /** The share for a quality up to the current one. */
  keep: number
  /** The share for a higher quality than the current one. */
  raise: number
}

const lowBuffer = { seconds: 4, keep: 0.6, raise: 0.4 }
const fullBuffer = { seconds: 24, keep: 0.95, raise: 0.8 }

/**
 * Returns how much of the bandwidth the next segment may take up if the given number of seconds are buffered.
 * With little video in the buffer, the bitrate stays far below the bandwidth, so the buffer fills before the
 * connection gets worse.
 */
export function chooseBandwidthShares(bufferedSeconds: number): BandwidthShares {
  const fill = (bufferedSeconds - lowBuffer.seconds) / (fullBuffer.seconds - lowBuffer.seconds)
  const at = Math.min(1, Math.max(0, fill))
  return {
    keep: lowBuffer.keep + at * (fullBuffer.keep - lowBuffer.keep),
    raise: lowBuffer.raise + at * (fullBuffer.raise - lowBuffer.raise),
  }
}

/**
 * Makes hls.js more careful the less video is buffered. Broadcasts are excluded, because their buffer is always short.
 */
export function fillBufferFirst(hls: Hls): void {
  // hls.js chooses the quality of the next segment when the loaded segment has been added to the buffer.
  hls.on(Hls.Events.FRAG_LOADED, (_, { frag }) => {
    if (hls.latestLevelDetails?.live !== false) return
    const { keep, raise } = chooseBandwidthShares((hls.mainForwardBufferInfo?.len ?? 0) + frag.duration)
    hls.config.abrBandWidthFactor = keep
    hls.config.abrBandWidthUpFactor = raise
  })
}

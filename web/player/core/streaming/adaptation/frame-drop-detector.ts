type FrameCounts = Pick<VideoPlaybackQuality, 'totalVideoFrames' | 'droppedVideoFrames'>

/** The share of dropped frames above which playback no longer looks smooth. */
const maxDroppedShare = 0.2

/**
 * Returns a function that returns whether too many frames were dropped since its previous call. It returns
 * false if the counts of this call or of the previous call are not comparable, for example because the page
 * was hidden.
 */
export function createFrameDropDetector() {
  let last: FrameCounts | null = null
  return ({ totalVideoFrames, droppedVideoFrames }: FrameCounts, isComparable: boolean): boolean => {
    const before = last
    last = isComparable ? { totalVideoFrames, droppedVideoFrames } : null
    if (!before || !last) return false
    const frames = totalVideoFrames - before.totalVideoFrames
    return frames > 0 && droppedVideoFrames - before.droppedVideoFrames > maxDroppedShare * frames
  }
}

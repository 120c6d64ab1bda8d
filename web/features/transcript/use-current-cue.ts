import { useEffect, useState } from 'react'
import type { TranscriptCue } from '#contract/content/captions/transcripts.ts'
import { subscribeToWatchPageVideo } from '#web/player/watch-page-video-position.ts'

/**
 * Returns the index of the cue that is being spoken or was spoken most recently, or -1 before the first cue.
 */
export function useCurrentCue(cues: readonly TranscriptCue[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => subscribeToWatchPageVideo((second) => setCurrent(findCueAt(cues, second))), [cues])
  return Math.min(current, cues.length - 1)
}

/**
 * Browsers round positions, so the position after a seek can be slightly before the start of the chosen cue.
 */
const toleranceSeconds = 0.05

/**
 * Returns the index of the last cue that starts at or before the position. The cues must be sorted by their
 * start times.
 */
function findCueAt(cues: readonly TranscriptCue[], second: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.start <= second + toleranceSeconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

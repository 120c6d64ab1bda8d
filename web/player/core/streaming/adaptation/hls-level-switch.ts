import type { Hls, LevelDetails } from 'hls.js/light'

/** The internal method of hls.js 1.7.4 that finds the segment that follows the buffer. */
interface HlsInternals {
  streamController: {
    getFragmentAtPosition: (bufferEnd: number, end: number, details: LevelDetails) => unknown
  }
}

type SwitchedHls = Pick<Hls, 'config' | 'mainForwardBufferInfo'>

/** If less is buffered, there is no segment that the next one could follow. */
const minBufferedSeconds = 0.5

/**
 * Continues with the next segment when the quality changes. The sound of a segment ends up to 0.1 s before its
 * picture. hls.js tolerates this only within a quality. After a change of quality, it would find the end of the
 * buffer in the segment that it has just loaded, and load this segment again in the new quality.
 */
export function continueAfterLevelSwitch(hls: SwitchedHls): void {
  const { streamController } = hls as unknown as HlsInternals
  const find = streamController.getFragmentAtPosition
  streamController.getFragmentAtPosition = (bufferEnd, end, details) => {
    const canFollow = !details.live && (hls.mainForwardBufferInfo?.len ?? 0) > minBufferedSeconds
    const position = canFollow
      ? roundUpToSegmentEnd(bufferEnd, details.fragments, hls.config.maxFragLookUpTolerance)
      : bufferEnd
    return find.call(streamController, position, end, details)
  }
}

/** Returns the end of the segment that contains the position, if it ends within the tolerance. */
export function roundUpToSegmentEnd(
  position: number,
  segments: readonly { end: number }[],
  tolerance: number,
): number {
  const segment = segments.find(({ end }) => end > position)
  return segment && segment.end - position <= tolerance ? segment.end : position
}

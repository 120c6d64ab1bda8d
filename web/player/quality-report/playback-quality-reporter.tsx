import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePlayer } from '../skin/use-player.ts'
import { reportPlaybackQuality } from './report-playback-quality.ts'

/** Reports how well the video has played, once it is no longer watched. */
export function PlaybackQualityReporter() {
  const player = usePlayer()
  const finish = useRef(() => {})
  useEffect(() => {
    finish.current = reportPlaybackQuality(player)
    return finish.current
  }, [player])
  // When React removes the video, the browser stops playback, and the player no longer waits for the first frame. The
  // cleanup of a layout effect runs before that.
  useLayoutEffect(() => () => finish.current(), [])
  return null
}

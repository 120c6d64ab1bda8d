import { useEffect } from 'react'
import { usePlayer } from '../skin/use-player.ts'
import { reportPlaybackQuality } from './report-playback-quality.ts'

/** Reports how well the video has played, once it is no longer watched. */
export function PlaybackQualityReporter() {
  const player = usePlayer()
  // On cleanup, React has already removed the ref, but the player still knows its video element.
  useEffect(() => reportPlaybackQuality(player), [player])
  return null
}

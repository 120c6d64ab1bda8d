import { useRef } from 'react'
import type { Content } from '#contract/content/content.ts'
import { viewCountingRules } from '#contract/limits.ts'
import { addVideoView } from '#contract/engagement/views.ts'
import { sendApiBeacon } from '#web/api/api-client.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { usePlaybackTicks } from './use-playback-ticks.ts'

/**
 * Reports a view when the viewer has watched the video (not its trailer) for a minimum time. For a short
 * video, half of its length is enough for a view. Views of the viewer's own videos are not reported.
 */
export default function ViewCounter({ item: { id, mine, duration_seconds: duration } }: { item: Content }) {
  const { store } = usePlayer()
  const watched = useRef(0)
  const isReported = useRef(mine)
  const requiredSeconds = Math.min(
    viewCountingRules.afterSeconds,
    (duration ?? Infinity) * viewCountingRules.minFraction,
  )
  usePlaybackTicks((since, now) => {
    if (isReported.current || store.get().source === 'trailer') return
    watched.current += Math.max(0, now - since) / 1000
    if (watched.current < requiredSeconds) return
    isReported.current = true
    void sendApiBeacon(addVideoView, { params: { id } })
  })
  return null
}

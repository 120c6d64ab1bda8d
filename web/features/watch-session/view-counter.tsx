import { useEffect, useState } from 'react'
import type { Content } from '#contract/content/content.ts'
import { viewCountingRules } from '#contract/limits.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { usePlaybackTicks } from './use-playback-ticks.ts'
import { createViewReporter } from './view-reporter.ts'
import { getViewSource } from './view-source.ts'

/**
 * Reports a view once the viewer has watched the video (not its trailer) for the minimum time. When the page
 * is hidden or the player is removed, reports which parts of the video were played. For a short video, half
 * of its length counts as the minimum time for a view. Views of the viewer's own videos are not reported.
 */
export default function ViewCounter({ item: { id, mine, duration_seconds: duration } }: { item: Content }) {
  const { store } = usePlayer()
  const [report] = useState(() =>
    createViewReporter({
      contentId: id,
      requiredSeconds: Math.min(
        viewCountingRules.afterSeconds,
        (duration ?? Infinity) * viewCountingRules.minFraction,
      ),
      source: getViewSource(),
    }),
  )
  usePlaybackTicks((since, now) => {
    const state = store.get()
    if (!mine && state.source !== 'trailer') report.addPlayback(since, now, state)
  })
  useEffect(() => {
    const send = () => void report.sendSummary()
    const sendIfHidden = () => document.visibilityState === 'hidden' && send()
    document.addEventListener('visibilitychange', sendIfHidden)
    window.addEventListener('pagehide', send)
    return () => {
      document.removeEventListener('visibilitychange', sendIfHidden)
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [report])
  return null
}

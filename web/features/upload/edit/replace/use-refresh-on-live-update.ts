import { useEffect, useEffectEvent } from 'react'
import { contentEventsPath } from '#contract/live-updates.ts'
import { dashboardRefreshIntervalMs } from '#contract/limits.ts'
import { subscribeToLiveUpdates } from '#web/api/live-updates.ts'

/**
 * Calls `refresh` whenever a live update reports a change in the processing of the video. Also calls
 * `refresh` every ten seconds, because live updates can fail to arrive. If changes are reported during a call
 * of `refresh`, `refresh` is called once more.
 */
export function useRefreshOnLiveUpdate(contentId: string, isEnabled: boolean, refresh: () => Promise<void>) {
  const load = useEffectEvent(refresh)
  useEffect(() => {
    if (!isEnabled) return
    const current = { isLoading: false, isOutdated: false, isStopped: false }
    const update = async () => {
      current.isOutdated = true
      if (current.isLoading) return
      current.isLoading = true
      while (current.isOutdated && !current.isStopped) {
        current.isOutdated = false
        await load()
      }
      current.isLoading = false
    }
    const timer = setInterval(() => void update(), dashboardRefreshIntervalMs)
    const unsubscribe = subscribeToLiveUpdates(contentEventsPath(contentId), 0, {
      stream: () => void update(),
      reset: () => void update(),
    })
    return () => {
      current.isStopped = true
      clearInterval(timer)
      unsubscribe()
    }
  }, [contentId, isEnabled])
}

import { useEffect, useState } from 'react'
import { getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { callApi } from '#web/api/api-client.ts'

const pollMs = 5000

/**
 * Returns how many people are watching a broadcast, for its creator and for staff: the server sends the exact
 * number only to them. Returns null without an id.
 */
export function useExactViewerCount(id: string | null): number | null {
  const [viewers, setViewers] = useState<number | null>(null)
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    const load = () =>
      callApi(getBroadcast, { params: { id } }).then(
        (broadcast) => isCurrent && setViewers(broadcast.viewers),
        () => {}, // the next attempt follows soon
      )
    void load()
    const timer = setInterval(() => void load(), pollMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [id])
  return viewers
}

import { useEffect, useState } from 'react'
import { getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { callApi } from '#web/api/api-client.ts'

const pollMs = 5000

/**
 * Returns the exact number of viewers of a broadcast. Use this hook only for the creator and staff: the server sends
 * everyone else the rounded number. Returns null if `id` is null.
 */
export function useExactViewerCount(id: string | null): number | null {
  const [viewers, setViewers] = useState<number | null>(null)
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    const load = () =>
      callApi(getBroadcast, { params: { id } }).then(
        (broadcast) => isCurrent && setViewers(broadcast.viewers),
        () => {}, // the next poll tries again
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

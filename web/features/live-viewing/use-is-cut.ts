import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LiveEvents } from '#contract/live-updates.ts'
import type { LiveUpdateListener } from '#web/api/live-updates.ts'

/**
 * Returns whether a live update has announced that a broadcast was cut off, or that the viewer may not see it any more.
 * The page then closes the player at once, without waiting until it has reloaded the broadcast.
 */
export function useIsCut(listeners: Set<LiveUpdateListener>): boolean {
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const listener: LiveUpdateListener = (name, data) => {
      const cutsOff = name === 'gone' || (name === 'broadcast' && (data as LiveEvents['broadcast']).cut)
      // The picture has to disappear before the browser draws the next one.
      if (cutsOff) flushSync(() => setIsCut(true))
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners])
  return isCut
}

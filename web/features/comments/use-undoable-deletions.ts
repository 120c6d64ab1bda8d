import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The time during which a deletion can be undone, in milliseconds. */
export const deletionUndoWindowMs = 8000

/**
 * Manages the deletions that the user can still undo. A deletion is sent to the server once it can no longer
 * be undone, or earlier if the page is hidden or closed (docs/decisions/048). The `isLeaving` argument of
 * `send` is true if the user may be leaving the page. If `isLeaving` is true, the request must complete even
 * if the page is closed.
 */
export function useUndoableDeletions(send: (id: string, isLeaving: boolean) => Promise<void>) {
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const stop = (id: string) => {
    clearTimeout(timers.current.get(id))
    return timers.current.delete(id)
  }
  const removeFromWaiting = (id: string) => setWaiting((ids) => ids.filter((other) => other !== id))
  const finish = useEffectEvent(async (id: string, isLeaving: boolean) => {
    if (!stop(id)) return
    await send(id, isLeaving)
    removeFromWaiting(id)
  })
  useEffect(() => {
    const pending = timers.current
    const flush = () => [...pending.keys()].map((id) => finish(id, true))
    const hidden = () => document.visibilityState === 'hidden' && flush()
    // Signing out waits until pending deletions have been sent, because the server rejects them after the
    // session has ended.
    const signingOut = (event: CustomEventInit<Promise<unknown>[]>) => event.detail?.push(...flush())
    const left = new AbortController()
    addEventListener('pagehide', flush, left)
    addEventListener('signing-out', signingOut as EventListener, left)
    document.addEventListener('visibilitychange', hidden, left)
    return () => {
      left.abort()
      void flush()
    }
  }, [])
  return {
    waiting,
    begin(id: string) {
      timers.current.set(
        id,
        setTimeout(() => void finish(id, false), deletionUndoWindowMs),
      )
      setWaiting((ids) => [...ids, id])
    },
    undo: (id: string) => void (stop(id) && removeFromWaiting(id)),
  }
}

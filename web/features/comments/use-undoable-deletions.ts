import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long a deletion can be undone, in milliseconds. */
export const undoWindowMs = 8000

/**
 * Manages deletions that can still be undone. Deletions are sent when the time is up, or earlier if the page
 * is hidden or closed (docs/decisions/048). `send` learns whether the page is closing, in which case the
 * request must outlive the page.
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
    // Sign-out waits for pending deletions, because the server rejects them without a session.
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
        setTimeout(() => void finish(id, false), undoWindowMs),
      )
      setWaiting((ids) => [...ids, id])
    },
    undo: (id: string) => void (stop(id) && removeFromWaiting(id)),
  }
}

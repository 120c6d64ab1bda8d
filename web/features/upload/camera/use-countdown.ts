import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down from 3 to 1, one number per second, and then calls `onDone`. */
export function useCountdown(onDone: () => void) {
  const [left, setLeft] = useState<number | null>(null)
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1)
      setLeft(null)
      finish()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(3), cancel: () => setLeft(null) }
}

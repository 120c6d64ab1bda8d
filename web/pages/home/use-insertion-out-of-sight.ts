import { useEffect, useState } from 'react'

/**
 * Returns whether the row can be inserted without moving anything that is visible on the screen. The row can
 * be inserted if its position is below the window, or above the window in a browser with scroll anchoring. If
 * the row's position is inside the window, the row is inserted only after the visitor has scrolled. Cards
 * from an earlier visit are rendered at the same time as the rest of the page.
 */
export function useInsertionOutOfSight(isReady: boolean): boolean {
  const [canInsert, setCanInsert] = useState(isReady)
  useEffect(() => {
    if (!isReady || canInsert) return
    const check = () => {
      const previous = document.getElementById('spotlight')?.closest('section')
      const top = previous?.getBoundingClientRect().bottom ?? 0
      if (top >= innerHeight || (top <= 0 && CSS.supports('overflow-anchor: auto'))) setCanInsert(true)
    }
    check()
    const names = ['scroll', 'resize'] as const
    for (const name of names) addEventListener(name, check, { passive: true })
    return () => {
      for (const name of names) removeEventListener(name, check)
    }
  }, [isReady, canInsert])
  return canInsert
}

import { useSyncExternalStore } from 'react'

/**
 * Returns whether the watch page is wide enough for a second column. Returns null on the server and during
 * hydration, when the width of the screen is unknown.
 */
export function useWideWatchPage(): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => wideScreen().matches,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  const screen = wideScreen()
  screen.addEventListener('change', listener)
  return () => screen.removeEventListener('change', listener)
}

/** The minimum width of the watch page for a second column (see watch.css). */
const wideScreen = () => matchMedia('(width >= 1060px)')

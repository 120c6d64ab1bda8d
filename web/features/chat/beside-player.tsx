import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** The minimum width of the watch page for a second column (see watch.css). */
const wideScreen = () => matchMedia('(width >= 1060px)')

/**
 * Renders the chat beside the player on wide screens (see related-videos.tsx), and in its place in the page on
 * other screens. The server renders nothing, because it does not know the size of the screen.
 */
export function BesidePlayer({ children }: { children: ReactNode }) {
  const isWide = useSyncExternalStore(
    (listener) => {
      const screen = wideScreen()
      screen.addEventListener('change', listener)
      return () => screen.removeEventListener('change', listener)
    },
    () => wideScreen().matches,
    () => null,
  )
  if (isWide === null) return null
  const slot = isWide && document.getElementById('transcript-beside')
  return slot ? createPortal(children, slot) : children
}

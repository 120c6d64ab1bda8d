import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useWideWatchPage } from '#web/player/use-wide-watch-page.ts'

/**
 * Renders the chat beside the player on wide screens (see related-videos.tsx), and at its position in the page on
 * narrow screens. The server renders nothing, because it does not know the size of the screen.
 */
export function BesidePlayer({ children }: { children: ReactNode }) {
  const isWide = useWideWatchPage()
  if (isWide === null) return null
  const slot = isWide && document.getElementById('transcript-beside')
  return slot ? createPortal(children, slot) : children
}

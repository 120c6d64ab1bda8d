import { broadcastViewerMessages } from '#web/messages/watch/broadcast-viewers.ts'
import { useExactViewerCount } from './use-exact-viewer-count.ts'

/** The rounded number of viewers. Shows nothing below 10. */
export function RoundedViewerCount({ viewers }: { viewers: number | null }) {
  if (viewers === null) return null
  return <span className="tabular-nums">{broadcastViewerMessages.rounded({ viewers })}</span>
}

/** The exact number of viewers, for the creator and for staff. */
export function ExactViewerCount({ id }: { id: string }) {
  const viewers = useExactViewerCount(id)
  if (viewers === null) return null
  return <span className="tabular-nums">{broadcastViewerMessages.exact({ viewers })}</span>
}

import { broadcastViewerMessages } from '#web/messages/watch/broadcast-viewers.ts'
import { useExactViewerCount } from './use-exact-viewer-count.ts'

/** Shows the rounded number of viewers, or nothing below 10. */
export function RoundedViewerCount({ viewers }: { viewers: number | null }) {
  if (viewers === null) return null
  return <span className="tabular-nums">{broadcastViewerMessages.rounded({ viewers })}</span>
}

/** Shows the creator and staff the exact number of viewers. */
export function ExactViewerCount({ id }: { id: string }) {
  const viewers = useExactViewerCount(id)
  if (viewers === null) return null
  return <span className="tabular-nums">{broadcastViewerMessages.exact({ viewers })}</span>
}

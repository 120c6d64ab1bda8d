import { videoCardMessages } from '#web/messages/browse/video-cards.ts'

/**
 * A bar at the bottom of a cover that shows how much of the video the viewer has watched, from 0 to 1.
 * Renders nothing if the video would start from the beginning.
 */
export function WatchProgressBar({ part }: { part: number | undefined }) {
  return part === undefined ? null : (
    <span className="card-progress">
      <span style={{ width: `${part * 100}%` }} />
      <span className="sr-only">{videoCardMessages.watched({ percent: Math.round(part * 100) })}</span>
    </span>
  )
}

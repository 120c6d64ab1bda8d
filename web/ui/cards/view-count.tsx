import { Eye } from 'lucide-react'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * The view count that a card shows. A count of 0 is hidden. For videos by other users, the server rounds a
 * count below ten down to 0, because small numbers are discouraging.
 */
export function ViewCount({ views }: { views: number | null }) {
  if (!views) return null
  return (
    <span className="view-count">
      <Eye size={15} aria-hidden="true" />
      <span aria-hidden="true">{uiMessages.compact(views)}</span>
      <span className="sr-only">{uiMessages.views(views)}</span>
    </span>
  )
}

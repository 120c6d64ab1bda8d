import { Eye } from 'lucide-react'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * The view count that a card shows. A view count below ten is hidden, because small numbers are discouraging.
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

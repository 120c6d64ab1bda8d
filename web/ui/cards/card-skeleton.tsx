import { Skeleton } from '../feedback/skeleton.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * A placeholder for a card that is being loaded. Each line of the placeholder has the same size as the
 * corresponding line of a card.
 */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="card-cover skeleton" />
      <div className="card-title flex">
        <Skeleton className="my-[0.15em] h-[0.95em] w-11/12" />
      </div>
      <div className="card-by">
        <Skeleton className="h-[0.9em] w-1/2" />
      </div>
    </div>
  )
}

/** A grid of card placeholders (eight on a category page). The grid has one label for screen readers. */
export function CardSkeletonGrid({
  count = 8,
  label = uiMessages.loadingVideos,
}: {
  count?: number
  label?: string
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only
    <div className="card-grid" role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

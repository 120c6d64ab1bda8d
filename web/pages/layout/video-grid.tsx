import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'
import { ContentCard } from '#web/features/content/content-card.tsx'

interface VideoGridProps {
  items: Content[]
  onDetails: (item: Content) => void
  showType?: boolean
  /** The component for the like button, if cards of this content type have one. */
  Like?: ComponentType<{ id: string; title: string }>
  /** The path of the first page of the list, or undefined if this is the first page. */
  firstPagePath: string | undefined
  /** The path of the next page of the list, if there is one. */
  nextPagePath: string | undefined
}

/** Shows one page of a list of videos, with links to the next page and the first page. */
export function VideoGrid({ items, onDetails, showType, Like, firstPagePath, nextPagePath }: VideoGridProps) {
  return (
    <>
      <div className="card-grid">
        {items.map((item, index) => (
          <ContentCard
            key={item.id}
            item={item}
            onDetails={onDetails}
            showType={showType}
            like={Like && <Like id={item.id} title={item.title} />}
            priority={index === 0}
            heading="h2"
          />
        ))}
      </div>
      {nextPagePath === undefined && items.length > 0 && (
        <p className="text-center text-quiet">{videoListMessages.caughtUp}</p>
      )}
      {(firstPagePath ?? nextPagePath) !== undefined && (
        <nav className="flex flex-wrap gap-2" aria-label={videoListMessages.more}>
          {firstPagePath !== undefined && (
            <Link to={firstPagePath} className={getButtonClassName()}>
              {videoListMessages.newest}
            </Link>
          )}
          {nextPagePath !== undefined && (
            <Link to={nextPagePath} className={getButtonClassName()}>
              {videoListMessages.older}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

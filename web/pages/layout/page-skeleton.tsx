import { findCategoryByPath, isVideoListPath } from '#web/paths.ts'
import { CardSkeletonGrid } from '#web/ui/cards/card-skeleton.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'
import { CategoryLayout } from '../browse/category-layout.tsx'

/** A placeholder for the category page, list of videos or creator's page at this path. */
export function PageSkeleton({ path }: { path: string }) {
  const category = findCategoryByPath(path)
  if (category) return <CategoryLayout name={category} />
  return isVideoListPath(path) ? <VideoListSkeleton /> : <PageLoading />
}

function VideoListSkeleton() {
  return (
    <div className="page-inside pt-[clamp(28px,4vw,56px)]">
      <CardSkeletonGrid />
    </div>
  )
}

function PageLoading() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only
    <p role="status" className="page-inside py-24 text-21 text-quiet">
      {uiMessages.loadingPage}
    </p>
  )
}

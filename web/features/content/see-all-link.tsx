import { Link } from 'react-router'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'

/** Links a row's title to the page with all of its items. */
export function SeeAllLink({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} prefetch="intent" aria-label={videoListMessages.seeAllOf(title)}>
      {videoListMessages.seeAll}
    </Link>
  )
}

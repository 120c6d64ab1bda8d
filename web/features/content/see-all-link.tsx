import { Link } from 'react-router'
import { usePrefetch } from '#web/network/use-prefetch.ts'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'

/** Links a row of videos to the page that lists all videos of the row. */
export function SeeAllLink({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} prefetch={usePrefetch()} aria-label={videoListMessages.seeAllOf(title)}>
      {videoListMessages.seeAll}
    </Link>
  )
}

import { Link } from 'react-router'
import { usePrefetch } from '#web/network/use-prefetch.ts'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'

/** Links the title of a row to the page with all of its videos. */
export function SeeAllLink({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} prefetch={usePrefetch()} aria-label={videoListMessages.seeAllOf(title)}>
      {videoListMessages.seeAll}
    </Link>
  )
}

import { Link } from 'react-router'
import { useLinkPrefetchMode } from '#web/network/use-link-prefetch-mode.ts'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'

/** A link from a row of videos to the page that lists all videos in the row. */
export function SeeAllLink({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} prefetch={useLinkPrefetchMode()} aria-label={videoListMessages.seeAllOf({ title })}>
      {videoListMessages.seeAll}
    </Link>
  )
}

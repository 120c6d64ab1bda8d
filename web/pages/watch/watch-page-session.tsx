import { lazy } from 'react'
import type { Content } from '#contract/content/content.ts'
import WatchSession from '#web/features/watch-session/watch-session.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyPlaylistSession = lazy(retryWhenOnline(() => import('./playlist-session.tsx')))

interface Props {
  item: Content
  /** The next video if no playlist is playing. */
  next?: Content | undefined
  isInPlaylist: boolean
  /** The position at which playback started, in seconds. */
  startAt?: number | undefined
}

/** The watch session of the watch page. In a playlist, the next video is the next one of the playlist. */
export default function WatchPageSession({ item, next, isInPlaylist, startAt }: Props) {
  return isInPlaylist ? (
    <LazyPlaylistSession item={item} startAt={startAt} />
  ) : (
    <WatchSession item={item} next={next} startAt={startAt} />
  )
}

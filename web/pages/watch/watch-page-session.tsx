import { lazy, Suspense } from 'react'
import type { Content } from '#contract/content/content.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import WatchSession from '#web/features/watch-session/watch-session.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyPlaylistWatchSession = lazy(retryWhenOnline(() => import('./playlist-watch-session.tsx')))
const LazyHistoryQuestion = lazy(retryWhenOnline(() => import('./watch-history-sync-question.tsx')))

interface Props {
  item: Content
  /** The next video to play if no playlist is playing. */
  next?: Content | undefined
  hasPlaylistQuery: boolean
  /** The position in the video at which playback started, in seconds. */
  startAt?: number | undefined
}

/**
 * The watch session for a video on the watch page. If a playlist is playing, the session continues with the
 * next video in the playlist.
 */
export default function WatchPageSession({ item, next, hasPlaylistQuery, startAt }: Props) {
  const { me } = useAuth()
  return (
    <>
      {hasPlaylistQuery ? (
        <LazyPlaylistWatchSession item={item} startAt={startAt} />
      ) : (
        <WatchSession item={item} next={next} startAt={startAt} />
      )}
      {me && (
        <Suspense>
          <LazyHistoryQuestion item={item} userId={me.id} />
        </Suspense>
      )}
    </>
  )
}

import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Content } from '#contract/content/content.ts'
import type { HomeData } from './home-data.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import {
  getPlaybackPositions,
  subscribeToPlaybackPositions,
} from '#web/player/core/playback-positions/playback-position-snapshot.ts'

// The code for the row is loaded only for visitors who have left a video unfinished.
const LazyRow = lazy(retryWhenOnline(() => import('./continue-watching-row.tsx')))

interface Props {
  /** The newest entries in the watch history, if the person has turned the history on. */
  history: HomeData['history']
  onDetails: (item: Content) => void
}

/** The videos that the visitor has not finished watching. Renders nothing until the page is hydrated. */
export function ContinueWatching({ history, onDetails }: Props) {
  const { me } = useAuth()
  const hasPositions = useSyncExternalStore(
    subscribeToPlaybackPositions,
    () => getPlaybackPositions(me?.id).length > 0,
    () => null,
  )
  // After a failed sign-out, the page still contains the watch history of the previous user.
  const own = me && history
  if (hasPositions === null || (!hasPositions && !own?.items.length)) return null
  return (
    <Suspense>
      <LazyRow key={me?.id} userId={me?.id ?? ''} history={own} onDetails={onDetails} />
    </Suspense>
  )
}

import { Play, RotateCcw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type Episode, listEpisodes } from '#contract/content/series.ts'
import { callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import {
  getPlaybackPositions,
  subscribeToPlaybackPositions,
} from '#web/player/core/playback-positions/playback-position-snapshot.ts'
import { preloadPlayer } from '#web/player/preload-player.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

interface Props {
  seriesId: string
  firstVideoId: string
}

/**
 * The buttons that play a series from its first episode, or resume the episode that the viewer watched last.
 */
export function PlaySeriesButtons({ seriesId, firstVideoId }: Props) {
  const current = useEpisodeInProgress(seriesId)
  const preload = { onPointerEnter: preloadPlayer, onFocus: preloadPlayer }
  return (
    <>
      {current && (
        <Link
          to={pagePaths.watch(current.content.id)}
          prefetch="intent"
          className={getButtonClassName({ variant: 'primary' })}
          {...preload}
        >
          <Play fill="currentColor" aria-hidden="true" /> {seriesMessages.continue(current)}
        </Link>
      )}
      <Link
        to={pagePaths.watch(firstVideoId)}
        prefetch="intent"
        className={getButtonClassName(current ? {} : { variant: 'primary' })}
        {...preload}
      >
        {current ? <RotateCcw aria-hidden="true" /> : <Play fill="currentColor" aria-hidden="true" />}{' '}
        {seriesMessages.play}
      </Link>
    </>
  )
}

/**
 * The maximum number of playback positions that a browser stores. The API also accepts at most this number of
 * ids.
 */
const maxAsked = 100

/**
 * Returns the episode with the most recently stored playback position. Returns undefined if there is no such
 * episode, or if it has not been loaded yet.
 */
function useEpisodeInProgress(seriesId: string): Episode | undefined {
  const { me } = useAuth()
  const ids = useSyncExternalStore(
    subscribeToPlaybackPositions,
    () =>
      getPlaybackPositions(me?.id)
        .slice(0, maxAsked)
        .map(({ id }) => id)
        .join(','),
    () => '',
  )
  const [found, setFound] = useState<{ ids: string; episode: Episode | undefined }>()
  useEffect(() => {
    if (!ids) return
    let isGone = false
    const load = async () => {
      // If the request for the episodes fails, the series can still be played from the beginning.
      const answer = await callApi(listEpisodes, {
        params: { id: seriesId },
        query: { ids, limit: maxAsked },
      }).catch(() => null)
      const order = ids.split(',')
      const episode = answer?.items.toSorted(
        (a, b) => order.indexOf(a.content.id) - order.indexOf(b.content.id),
      )[0]
      if (!isGone) setFound({ ids, episode })
    }
    void load()
    return () => void (isGone = true)
  }, [seriesId, ids])
  return found?.ids === ids ? found.episode : undefined
}

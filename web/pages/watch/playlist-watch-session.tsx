import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { loadPlaylistQueue, useNextPlaylistVideo } from '#web/features/playlists/playlist-queue.ts'
import {
  parsePlaylistQueueSettings,
  type PlaylistQueueSettings,
  formatPlaylistQueueQuery,
} from '#web/features/playlists/playlist-queue-order.ts'
import WatchSession from '#web/features/watch-session/watch-session.tsx'
import { pagePaths } from '#web/paths.ts'
import { usePlayerState } from '#web/player/skin/use-player.ts'

interface Props {
  item: Content
  /** The position in the video at which playback started, in seconds. */
  startAt: number | undefined
}

/**
 * The watch session for a video that is played as part of a playlist. The session continues with the next
 * video in the playlist.
 */
export default function PlaylistWatchSession({ item, startAt }: Props) {
  const settings = parsePlaylistQueueSettings(useLocation().search)
  return settings && <SessionInQueue item={item} startAt={startAt} settings={settings} />
}

function SessionInQueue({ item, startAt, settings }: Props & { settings: PlaylistQueueSettings }) {
  const { list, loop, playAll } = settings
  const next = useNextPlaylistVideo(item.id, settings)
  const hasEnded = usePlayerState(({ ended }) => ended)
  useEffect(() => {
    // Load the playlist again, because videos may have disappeared from it while the current video was
    // playing.
    if (hasEnded) void loadPlaylistQueue(list).catch(() => {})
  }, [hasEnded, list])
  return (
    <WatchSession
      item={item}
      startAt={startAt}
      // If the playlist is set to repeat, playback continues automatically only if the viewer has turned
      // autoplay on.
      mustAutoplay={playAll && !loop}
      next={next}
      nextPath={next && pagePaths.watchInPlaylist(next.id, formatPlaylistQueueQuery(settings))}
    />
  )
}

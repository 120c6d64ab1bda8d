import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { loadNextAfterMissingVideo } from './playlist-queue.ts'
import { parsePlaylistQueueSettings, formatPlaylistQueueQuery } from './playlist-queue-order.ts'

/**
 * If the current video has disappeared from the playlist that is playing, plays the next video. Renders
 * nothing.
 */
export function MissingVideoAutoSkip() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const settings = parsePlaylistQueueSettings(search)
    const [id] = pathname.split('/').slice(2)
    if (!settings || !id) return
    loadNextAfterMissingVideo(id, settings).then(
      (next) =>
        next &&
        navigate(pagePaths.watchInPlaylist(next.id, formatPlaylistQueueQuery(settings)), { replace: true }),
      // If the playlist cannot be loaded, the page still says that the video was not found.
      () => {},
    )
  }, [pathname, search, navigate])
  return null
}

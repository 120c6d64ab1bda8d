import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { loadNextAfterMissing } from './playlist-queue.ts'
import { parsePlaylistQueueSettings, formatPlaylistQueueQuery } from './playlist-queue-order.ts'

/**
 * Plays the next video of the playlist if a video has disappeared while the playlist is playing. Renders
 * nothing.
 */
export function SkipMissingVideo() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const settings = parsePlaylistQueueSettings(search)
    const [id] = pathname.split('/').slice(2)
    if (!settings || !id) return
    loadNextAfterMissing(id, settings).then(
      (next) =>
        next &&
        navigate(pagePaths.watchInPlaylist(next.id, formatPlaylistQueueQuery(settings)), { replace: true }),
      // If the playlist cannot be loaded, the page keeps saying that the video was not found.
      () => {},
    )
  }, [pathname, search, navigate])
  return null
}

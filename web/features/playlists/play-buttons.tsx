import { Play, Shuffle } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { preloadPlayer } from '#web/player/preload-player.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { loadPlaylistQueue } from './playlist-queue.ts'
import { createShuffleSeed, orderPlaylistQueue, formatPlaylistQueueQuery } from './playlist-queue-order.ts'

/** Plays a playlist from its first video, or in random order. */
export function PlayButtons({ list, firstVideoId }: { list: string; firstVideoId: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const shuffle = async () => {
    setBusy(true)
    try {
      const seed = createShuffleSeed()
      const [first] = orderPlaylistQueue((await loadPlaylistQueue(list)).items, { shuffle: seed })
      if (first)
        await navigate(
          pagePaths.watchInPlaylist(
            first.id,
            formatPlaylistQueueQuery({ list, shuffle: seed, playAll: true }),
          ),
        )
    } catch (thrown) {
      showToast.error(
        playlistMessages.queueFailed,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
    }
    setBusy(false)
  }
  return (
    <>
      <Link
        to={pagePaths.watchInPlaylist(firstVideoId, formatPlaylistQueueQuery({ list, playAll: true }))}
        prefetch="intent"
        onPointerEnter={preloadPlayer}
        onFocus={preloadPlayer}
        className={getButtonClassName({ variant: 'primary' })}
      >
        <Play fill="currentColor" aria-hidden="true" /> {playlistMessages.playAll}
      </Link>
      <Button className="needs-js" busy={busy} onClick={() => void shuffle()}>
        <Shuffle aria-hidden="true" /> {playlistMessages.shuffle}
      </Button>
    </>
  )
}

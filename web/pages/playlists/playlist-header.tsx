import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PlaylistDetail } from '#contract/engagement/playlists.ts'
import { PlayButtons } from '#web/features/playlists/play-buttons.tsx'
import { CopyLinkButton } from '#web/features/playlists/copy-link-button.tsx'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyEditPlaylistDialog = lazy(
  retryWhenOnline(() => import('#web/features/playlists/edit-playlist-dialog.tsx')),
)

/** The cover, title, creator and description of a playlist, with the buttons for the whole playlist. */
export function PlaylistHeader({
  playlist,
  firstVideoId,
}: {
  playlist: PlaylistDetail
  firstVideoId: string | undefined
}) {
  const { id, title, description, creator, visibility, mine, cover_url, unavailable_count } = playlist
  const [isEditing, setIsEditing] = useState(false)
  return (
    <header className="playlist-head">
      <span className="card-cover playlist-cover">
        <CardCover title={title} cover={cover_url} sizes={imageSizesByLayout.wide} priority />
      </span>
      <h1 className="playlist-title" dir="auto">
        {title}
      </h1>
      {!mine && (
        <Link to={pagePaths.creator(creator.username)} className="link justify-self-start" dir="auto">
          {creator.display_name}
        </Link>
      )}
      <p className="text-15 text-quiet">
        {playlistMessages.count({ count: playlist.items_count })}
        {mine && ` · ${playlistMessages.visibility[visibility]}`}
        {unavailable_count !== null && unavailable_count > 0 && (
          <span title={playlistMessages.unavailableHint}>
            {' · '}
            {playlistMessages.unavailable({ count: unavailable_count })}
          </span>
        )}
      </p>
      {description && (
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      <div className="playlist-buttons">
        {firstVideoId && <PlayButtons list={id} firstVideoId={firstVideoId} />}
        {visibility !== 'private' && <CopyLinkButton path={pagePaths.playlist(id)} />}
        {mine && !playlist.is_watch_later && (
          <Button className="needs-js" onClick={() => setIsEditing(true)}>
            {playlistMessages.edit}
          </Button>
        )}
      </div>
      {isEditing && (
        <Suspense>
          <LazyEditPlaylistDialog playlist={playlist} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </header>
  )
}

import { Link } from 'react-router'
import type { PlaylistSummary } from '#contract/engagement/playlists.ts'
import { pagePaths } from '#web/paths.ts'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { playlistMessages } from '#web/messages/watch/playlists.ts'

interface Props {
  playlist: PlaylistSummary
  /** The number of videos in the playlist, or undefined if the viewer is not allowed to know it. */
  count?: number
}

/** A playlist in a grid of playlists. */
export function PlaylistCard({ playlist: { id, title, cover_url, visibility }, count }: Props) {
  return (
    <Link to={pagePaths.playlist(id)} prefetch="intent" className="playlist-card">
      <span className="card-cover playlist-cover">
        <CardCover title={title} cover={cover_url} />
      </span>
      <b className="playlist-name" dir="auto">
        {title}
      </b>
      {count !== undefined && (
        <span className="text-15 text-quiet">
          {playlistMessages.count({ count })} · {playlistMessages.visibility[visibility]}
        </span>
      )}
    </Link>
  )
}

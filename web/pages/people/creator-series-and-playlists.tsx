import type { SeriesSummary } from '#contract/content/series-lists.ts'
import type { PlaylistSummary } from '#contract/engagement/playlists.ts'
import { PlaylistCard } from '#web/features/playlists/playlist-card.tsx'
import { SeriesCard } from '#web/features/series/series-card.tsx'
import { creatorPageMessages } from '#web/messages/people/creator-page.ts'
import { seriesListMessages } from '#web/messages/watch/series-lists.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import '#web/features/playlists/playlists.css'

/** A list of the creator’s series, shown above the creator's videos. */
export function CreatorSeries({ series }: { series: SeriesSummary[] }) {
  return (
    <div className="mb-10">
      <CardRow title={seriesListMessages.list} className="row-compact">
        {series.map((one) => (
          <SeriesCard key={one.id} series={one} showCreator={false} />
        ))}
      </CardRow>
    </div>
  )
}

export function CreatorPlaylists({ playlists }: { playlists: PlaylistSummary[] }) {
  return (
    <section aria-labelledby="creator-playlists" className="mt-10 grid gap-5">
      <h2 id="creator-playlists" className="text-28">
        {creatorPageMessages.playlists}
      </h2>
      <ul className="playlist-grid">
        {playlists.map((playlist) => (
          <li key={playlist.id}>
            <PlaylistCard playlist={playlist} />
          </li>
        ))}
      </ul>
    </section>
  )
}

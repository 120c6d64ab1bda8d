import { Link } from 'react-router'
import type { SeriesSummary } from '#contract/content/series-lists.ts'
import { videoCardMessages } from '#web/messages/browse/video-cards.ts'
import { seriesListMessages } from '#web/messages/watch/series-lists.ts'
import { creatorPath, pagePaths } from '#web/paths.ts'
import { VideoCard } from '#web/ui/cards/video-card.tsx'

interface Props {
  series: SeriesSummary
  /** False if the card is shown on the profile of the series' creator. */
  showCreator: boolean
  priority?: boolean
}

/** A series in a row or grid of cards. The card links to the page of the series. */
export function SeriesCard({ series, showCreator, ...cover }: Props) {
  const { id, title, cover_url, creator, seasons_count, episodes_count } = series
  const { username, user_id, display_name } = creator
  return (
    <VideoCard
      link={<Link to={pagePaths.series(id)} prefetch="intent" />}
      title={title}
      subtitle={
        <span className="episode-line">
          {seriesListMessages.seasonsAndEpisodes({ seasons: seasons_count, episodes: episodes_count })}
        </span>
      }
      cover={cover_url}
      type="tv_show"
      by={
        showCreator && (
          <Link to={creatorPath({ username, user_id })}>{display_name || videoCardMessages.nobody}</Link>
        )
      }
      {...cover}
    />
  )
}

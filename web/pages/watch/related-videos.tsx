import { Heart } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import type { ContentSeries } from '#contract/content/series.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { pagePaths } from '#web/paths.ts'
import { cacheMarkup } from '#web/ui/cache-markup.tsx'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { formatDate } from '#web/ui/formatting/date-label.tsx'
import { ViewCount } from '#web/ui/cards/view-count.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'

/**
 * The code for the episodes is loaded only if the video is an episode of a series. The server renders the
 * list of episodes, so the layout does not shift when the code has loaded.
 */
const LazySeasonEpisodes = lazy(retryWhenOnline(() => import('#web/features/series/season-episodes.tsx')))

interface Props {
  items: Content[]
  /** The series to which the video belongs, or null if it belongs to none. */
  series: ContentSeries | null
  currentId: string
}

/** Shows the season of an episode, and up to twelve other videos of the same content type, newest first. */
export function RelatedVideos({ items, series, currentId }: Props) {
  return (
    <aside className="related" aria-labelledby="related-title">
      {/* The element in which the transcript (transcript-panel.tsx) is rendered on wide screens. */}
      <div id="transcript-beside" />
      {/* On wide screens, the list of videos in a playlist (playlist-panel.tsx) is rendered into this element. */}
      <div id="next-up" />
      {series && (
        <Suspense>
          <LazySeasonEpisodes series={series} currentId={currentId} />
        </Suspense>
      )}
      <h2 id="related-title">{watchPageMessages.related}</h2>
      {items.length === 0 && <p className="text-quiet">{watchPageMessages.noRelated}</p>}
      <ul className="related-list">
        {items.map((item) => (
          <li key={item.id}>
            <RelatedVideoItem item={item} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

const RelatedVideoItem = cacheMarkup(UncachedRelatedVideoItem)

function UncachedRelatedVideoItem({ item }: { item: Content }) {
  const { id, title, content_type, genre, created_at, series } = item
  return (
    <Link to={pagePaths.watch(id)} prefetch="intent" className="related-item" data-hue={content_type}>
      <SmallCover item={item} className="related-cover" />
      <span className="min-w-0">
        <b className="related-name">{title}</b>
        {series && <EpisodeLabel series={series} />}
        <span className="related-facts">
          <span>
            <Heart size={14} aria-hidden="true" /> <span className="sr-only">{watchPageMessages.likes}</span>
            {item.likes_count}
          </span>
          <ViewCount views={item.views} />
          {genre && <span>{genreLabel(genre)}</span>}
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </span>
      </span>
    </Link>
  )
}

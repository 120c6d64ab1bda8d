import { ArrowDown, ArrowUp, Minus, Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import type { ChartEntry } from '#contract/discovery/charts.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { isPortraitVideo, imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { useWatchedFraction } from '#web/features/content/use-watched-fraction.ts'
import { WatchProgressBar } from '#web/ui/cards/watch-progress-bar.tsx'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { ViewCount } from '#web/ui/cards/view-count.tsx'
import { chartsMessages } from '#web/messages/browse/charts.ts'

export function ChartEntryRow({ place }: { place: ChartEntry }) {
  const { rank, points, item } = place
  const { creator } = item
  return (
    <li className="place" data-hue={getCategoryHue(item.content_type)} data-top={rank <= 3 || undefined}>
      <p className="place-rank">
        <span aria-hidden="true">{rank}</span>
        <span className="sr-only">{chartsMessages.rank({ n: rank })}</span>
        <RankChange place={place} />
      </p>
      <div className="place-text">
        <h2 className="place-title">
          <Link to={pagePaths.watch(item.id)} prefetch="intent" className="card-link" dir="auto">
            {item.title}
          </Link>
        </h2>
        {item.series && (
          <p>
            <EpisodeLabel series={item.series} />
          </p>
        )}
        <p className="place-by">
          <Link to={pagePaths.creator(creator.username)} dir="auto">
            {creator.display_name}
          </Link>
        </p>
        <p className="place-facts">
          <Badge type={item.content_type} quiet>
            {contentTypeLabel(item.content_type)}
          </Badge>
          <span>{chartsMessages.points({ points })}</span>
          <ViewCount views={item.views} />
        </p>
      </div>
      <div className="card-cover place-cover">
        <CardCover
          title={item.title}
          cover={item.cover_url}
          portrait={isPortraitVideo(item)}
          duration={item.duration_seconds}
          type={item.content_type}
          priority={rank <= 4}
          sizes={imageSizesByLayout.sidebar}
        />
        <WatchProgressBar part={useWatchedFraction(item)} />
      </div>
    </li>
  )
}

/** Shows how the rank has changed since the previous period, using a shape and a word, not only a colour. */
function RankChange({ place: { rank, before } }: { place: ChartEntry }) {
  if (before === null) {
    return (
      <span className="move" data-move="new">
        <Sparkles size={16} aria-hidden="true" /> {chartsMessages.fresh}
      </span>
    )
  }
  if (before === rank) {
    return (
      <span className="move">
        <Minus size={16} aria-hidden="true" />
        <span className="sr-only">{chartsMessages.same}</span>
      </span>
    )
  }
  const up = before > rank
  const by = Math.abs(before - rank)
  const Arrow = up ? ArrowUp : ArrowDown
  return (
    <span className="move" data-move={up ? 'up' : 'down'}>
      <Arrow size={16} aria-hidden="true" />
      <span aria-hidden="true">{by}</span>
      <span className="sr-only">{up ? chartsMessages.up({ n: by }) : chartsMessages.down({ n: by })}</span>
    </span>
  )
}

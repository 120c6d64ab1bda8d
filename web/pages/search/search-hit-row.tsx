import { Link } from 'react-router'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import type { SearchHit } from '#contract/discovery/search.ts'
import { pagePaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { Badge } from '#web/ui/controls/badge.tsx'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { isPortraitVideo, imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { HighlightedText } from '#web/ui/formatting/highlighted-text.tsx'
import { useWatchedFraction } from '#web/features/content/use-watched-fraction.ts'
import { WatchProgressBar } from '#web/ui/cards/watch-progress-bar.tsx'
import { VideoCardLinkText } from '#web/ui/cards/video-card.tsx'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { ViewCount } from '#web/ui/cards/view-count.tsx'
import { CaptionExcerptLink } from './caption-excerpt-link.tsx'

/**
 * Shows one video in the search results, with its cover and the text that matches the query. The link in the
 * video's title covers the whole row, so a click anywhere in the row opens the video.
 */
export function SearchHitRow({ hit, priority }: { hit: SearchHit; priority?: boolean }) {
  const { item, title_marks: marks, creator_marks: byMarks, excerpt, spoken, only_spoken } = hit
  const { creator } = item
  return (
    <article className="hit" data-hue={getCategoryHue(item.content_type)}>
      <div className="hit-text">
        <h3 className="hit-title">
          <Link
            to={only_spoken && spoken ? pagePaths.watchAt(item.id, spoken.second) : pagePaths.watch(item.id)}
            prefetch="intent"
            className="card-link"
            {...(!item.series && { dir: 'auto', lang: item.language ?? undefined })}
          >
            <VideoCardLinkText
              title={<HighlightedText text={item.title} marks={marks} />}
              lang={item.language ?? undefined}
            >
              {item.series && <EpisodeLabel series={item.series} />}
            </VideoCardLinkText>
          </Link>
        </h3>
        <p className="hit-by">
          <Link to={pagePaths.creator(creator.username)} dir="auto">
            <HighlightedText text={creator.display_name} marks={byMarks} />
          </Link>
          <ViewCount views={item.views} />
          <RelativeTime at={item.created_at} className="card-age" />
        </p>
        <p className="hit-badges">
          <Badge type={item.content_type} quiet>
            {contentTypeLabel(item.content_type)}
          </Badge>
          {item.genre && (
            <Link to={pagePaths.genre(item.genre)} className="hit-genre">
              <Badge quiet>{genreLabel(item.genre)}</Badge>
            </Link>
          )}
        </p>
        {excerpt && (
          <p className="hit-excerpt" dir="auto">
            <HighlightedText text={excerpt.text} marks={excerpt.marks} />
          </p>
        )}
        {spoken && <CaptionExcerptLink id={item.id} spoken={spoken} />}
      </div>
      <div className="card-cover hit-cover">
        <CardCover
          title={item.title}
          cover={item.cover_url}
          portrait={isPortraitVideo(item)}
          duration={item.duration_seconds}
          type={item.content_type}
          priority={priority}
          sizes={imageSizesByLayout.sidebar}
        />
        <WatchProgressBar part={useWatchedFraction(item)} />
      </div>
    </article>
  )
}

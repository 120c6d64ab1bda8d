import { Link } from 'react-router'
import type { Episode, ContentSeries } from '#contract/content/series.ts'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'
import { pagePaths } from '#web/paths.ts'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'

interface Props {
  series: ContentSeries
  currentId: string
}

/**
 * The list of a season's episodes beside the player. Initially, only the episodes around the current one are
 * shown. The links to other seasons change only the list, not the page or the playback.
 */
export default function SeasonEpisodes({
  series: { id, title, season, seasons, nearby, next },
  currentId,
}: Props) {
  const shown = nearby[0]?.season ?? season
  return (
    <section className="season" aria-labelledby="season-title">
      <div className="season-head">
        <h2 id="season-title">{title}</h2>
        <Link to={pagePaths.series(id, { season: shown })} className="link">
          {watchPageMessages.allEpisodes}
        </Link>
      </div>
      <nav className="season-choice" aria-label={watchPageMessages.seasons} ref={scrollToCurrent}>
        {seasons.map((one) => (
          <Chip
            key={one.season}
            pressed={one.season === shown}
            link={<Link to={`?season=${one.season}`} replace preventScrollReset />}
          >
            {watchPageMessages.season({ season: one.season })}
          </Chip>
        ))}
      </nav>
      <ol className="season-list" key={shown} ref={scrollToCurrent}>
        {nearby.map((entry) => (
          <li key={entry.content.id}>
            <EpisodeLink
              entry={entry}
              isCurrent={entry.content.id === currentId}
              label={watchPageMessages.episode({ episode: entry.episode })}
            />
          </li>
        ))}
      </ol>
      {next && !nearby.some(({ content }) => content.id === next.content.id) && (
        <EpisodeLink entry={next} label={watchPageMessages.nextEpisode(next)} />
      )}
    </section>
  )
}

interface EpisodeLinkProps {
  entry: Episode
  label: string
  isCurrent?: boolean
}

function EpisodeLink({ entry: { content }, label, isCurrent }: EpisodeLinkProps) {
  return (
    <Link
      to={pagePaths.watch(content.id)}
      prefetch="intent"
      className="season-item"
      aria-current={isCurrent || undefined}
      data-hue={content.content_type}
    >
      <SmallCover item={content} className="related-cover" />
      <span className="min-w-0">
        <span className="season-number">
          {label}
          {isCurrent && ` · ${watchPageMessages.playing}`}
        </span>
        <b className="related-name" lang={content.language ?? undefined}>
          {content.title}
        </b>
      </span>
    </Link>
  )
}

/** Scrolls the list to the current episode or season without scrolling the page. */
function scrollToCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (!list || !current) return
  list.scrollTop = current.offsetTop - list.offsetTop - 60
  list.scrollLeft = current.offsetLeft - list.offsetLeft - 60
}

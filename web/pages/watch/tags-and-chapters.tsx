import { Link } from 'react-router'
import type { Chapter } from '#contract/content/chapters.ts'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'
import { pagePaths } from '#web/paths.ts'
import { seekWatchPageVideo } from '#web/player/seek-watch-page-video.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { SeekLink } from '#web/ui/formatting/text-with-timecodes.tsx'

/** Shows the tags of a video. Each tag links to the list of videos with this tag. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="about-tags" aria-label={watchPageMessages.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={pagePaths.tag(tag)} className="link">
            {watchPageMessages.tag({ tag })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Lists the chapters of a video. Pressing a chapter in the list moves the page's video to the start of the
 * chapter.
 */
export function ChapterList({ chapters }: { chapters: readonly Chapter[] }) {
  if (chapters.length === 0) return null
  return (
    <details className="about-chapters">
      <summary>
        {watchPageMessages.chapters} <span className="text-quiet">{chapters.length}</span>
      </summary>
      <ol>
        {chapters.map(({ seconds, title }) => (
          <li key={seconds}>
            <SeekLink second={seconds} className="about-chapter" onSeek={seekWatchPageVideo}>
              <span>{formatDuration(seconds)}</span> <bdi>{title}</bdi>
            </SeekLink>
          </li>
        ))}
      </ol>
    </details>
  )
}

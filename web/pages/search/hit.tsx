import { Link } from 'react-router'
import { genreLabel } from '#contract/genres.ts'
import { typeBadge } from '#contract/kinds.ts'
import type { Hit } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardCover } from '#web/ui/card-cover.tsx'
import { isUpright, shownAs } from '#web/ui/pictures.ts'
import { categoryOf } from '#web/ui/hue.ts'
import { Marked } from '#web/ui/marked.tsx'
import { ViewCount } from '#web/ui/view-count.tsx'

/** One video of the results: its cover beside what matched. The title's link covers the whole row. */
export function HitRow({ hit, priority }: { hit: Hit; priority?: boolean }) {
  const { item, title_marks: marks, creator_marks: byMarks, excerpt } = hit
  const { creator } = item
  return (
    <article className="hit" data-hue={categoryOf(item.content_type)}>
      <div className="hit-text">
        <h3 className="hit-title">
          <Link to={paths.watch(item.id)} prefetch="intent" className="card-link">
            <Marked text={item.title} marks={marks} />
          </Link>
        </h3>
        <p className="hit-by">
          <Link to={paths.creator(creator.username)}>
            <Marked text={creator.display_name} marks={byMarks} />
          </Link>
          <ViewCount views={item.views} />
          <RelativeTime at={item.created_at} className="card-age" />
        </p>
        <p className="hit-badges">
          <Badge type={item.content_type} quiet>
            {typeBadge(item.content_type)}
          </Badge>
          {item.genre && (
            <Link to={paths.genre(item.genre)} className="hit-genre">
              <Badge quiet>{genreLabel(item.genre)}</Badge>
            </Link>
          )}
        </p>
        {excerpt && (
          <p className="hit-excerpt">
            <Marked text={excerpt.text} marks={excerpt.marks} />
          </p>
        )}
      </div>
      <div className="card-cover hit-cover">
        <CardCover
          title={item.title}
          cover={item.cover_url}
          portrait={isUpright(item)}
          duration={item.duration_seconds}
          type={item.content_type}
          priority={priority}
          sizes={shownAs.beside}
        />
      </div>
    </article>
  )
}

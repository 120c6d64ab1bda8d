import { ArrowDown, ArrowUp, Minus, Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import type { Place } from '#contract/charts.ts'
import { typeBadge } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardCover } from '#web/ui/card-cover.tsx'
import { isUpright, shownAs } from '#web/ui/pictures.ts'
import { categoryOf } from '#web/ui/hue.ts'
import { ViewCount } from '#web/ui/view-count.tsx'
import { words } from '#web/words/charts.ts'

export function PlaceRow({ place }: { place: Place }) {
  const { rank, points, item } = place
  const { creator } = item
  return (
    <li className="place" data-hue={categoryOf(item.content_type)} data-top={rank <= 3 || undefined}>
      <p className="place-rank">
        <span aria-hidden="true">{rank}</span>
        <span className="sr-only">{words.rank(rank)}</span>
        <Move place={place} />
      </p>
      <div className="place-text">
        <h2 className="place-title">
          <Link to={paths.watch(item.id)} prefetch="intent" className="card-link">
            {item.title}
          </Link>
        </h2>
        <p className="place-by">
          <Link to={paths.creator(creator.username)}>{creator.display_name}</Link>
        </p>
        <p className="place-facts">
          <Badge type={item.content_type} quiet>
            {typeBadge(item.content_type)}
          </Badge>
          <span>{words.points(points)}</span>
          <ViewCount views={item.views} />
        </p>
      </div>
      <div className="card-cover place-cover">
        <CardCover
          title={item.title}
          cover={item.cover_url}
          portrait={isUpright(item)}
          duration={item.duration_seconds}
          type={item.content_type}
          priority={rank <= 4}
          sizes={shownAs.beside}
        />
      </div>
    </li>
  )
}

/** Where it stood in the period before: a shape and a word, never colour alone. */
function Move({ place: { rank, before } }: { place: Place }) {
  if (before === null) {
    return (
      <span className="move" data-move="new">
        <Sparkles size={16} aria-hidden="true" /> {words.fresh}
      </span>
    )
  }
  if (before === rank) {
    return (
      <span className="move">
        <Minus size={16} aria-hidden="true" />
        <span className="sr-only">{words.same}</span>
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
      <span className="sr-only">{up ? words.up(by) : words.down(by)}</span>
    </span>
  )
}

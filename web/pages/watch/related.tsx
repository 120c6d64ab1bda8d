import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#web/paths.ts'
import { CardCover } from '#web/ui/card-cover.tsx'
import { isUpright, shownAs } from '#web/ui/pictures.ts'
import { dayOf } from '#web/ui/day.tsx'
import { ViewCount } from '#web/ui/view-count.tsx'
import { words } from '#web/words/watch.ts'

/** Up to twelve others of the same type, newest first. */
export function Related({ items }: { items: Content[] }) {
  return (
    <aside className="related" aria-labelledby="related-title">
      <h2 id="related-title">{words.related}</h2>
      {items.length === 0 && <p className="text-quiet">{words.noRelated}</p>}
      <ul className="related-list">
        {items.map((item) => (
          <li key={item.id}>
            <RelatedItem item={item} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

function RelatedItem({ item }: { item: Content }) {
  const { id, title, cover_url, content_type, duration_seconds, genre, created_at } = item
  return (
    <Link to={paths.watch(id)} prefetch="intent" className="related-item" data-hue={content_type}>
      <span className="card-cover related-cover">
        <CardCover
          title={title}
          cover={cover_url}
          portrait={isUpright(item)}
          duration={duration_seconds}
          type={content_type}
          sizes={shownAs.beside}
        />
      </span>
      <span className="min-w-0">
        <b className="related-name">{title}</b>
        <span className="related-facts">
          <span>
            <Heart size={14} aria-hidden="true" /> <span className="sr-only">{words.likes}</span>
            {item.likes_count}
          </span>
          <ViewCount views={item.views} />
          {genre && <span>{genreLabel(genre)}</span>}
          <time dateTime={created_at}>{dayOf(created_at)}</time>
        </span>
      </span>
    </Link>
  )
}

import { Star } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, useRef } from 'react'
import { uiMessages } from '#web/messages/site/ui-components.ts'
import { CardCover, type CardCoverProps } from './card-cover.tsx'
import { classNames } from '../class-names.ts'
import { getCategoryHue } from './category-hue.ts'
import { ViewCount } from './view-count.tsx'
import { useHoverPreview } from './use-hover-preview.ts'
import { RelativeTime } from '../formatting/relative-time.tsx'

export type VideoCardProps = CardCoverProps & {
  /** A link element without children (`<Link to={…} />`); it becomes the title and covers the whole card. */
  link: ReactElement<{ className?: string; children?: ReactNode }>
  /** Who made it: a link, or plain text. */
  by?: ReactNode
  createdAt?: string | number | Date
  /** A muted clip of some 3 s, fetched only when someone rests on the card (400 ms) or holds it. */
  previewUrl?: string | null
  /** A Badge: top left on the cover, under it on phones. */
  badge?: ReactNode
  /** Real buttons on the cover: Play (below, left) and Details (top, right; on phones beside the title). */
  play?: ReactNode
  details?: ReactNode
  /** As the viewer may know them; null where they are hidden. */
  views?: number | null
  /** Staff have featured it. */
  featured?: boolean
  /** Beside the by-line. */
  like?: ReactNode
  /** Level of the title; 3 under a row's heading. */
  heading?: 'h2' | 'h3'
  className?: string
}

export function VideoCard({
  link,
  by,
  createdAt,
  views,
  featured,
  previewUrl,
  badge,
  play,
  details,
  like,
  className,
  ...rest
}: VideoCardProps) {
  const { heading: Heading = 'h3', ...cover } = rest
  const root = useRef<HTMLElement>(null)
  const { playing, handlers } = useHoverPreview(root, Boolean(previewUrl))
  return (
    <article
      ref={root}
      className={classNames('card', className)}
      data-hue={getCategoryHue(cover.type ?? '')}
      {...handlers}
    >
      {/* The title comes first for the keyboard and the screen reader; the stylesheet puts the cover above it. */}
      <Heading className="card-title">{cloneElement(link, { className: 'card-link' }, cover.title)}</Heading>
      {badge && <div className="card-badge">{badge}</div>}
      <div className="card-cover">
        <CardCover {...cover} preview={playing && previewUrl ? previewUrl : undefined} />
      </div>
      {(details || play) && (
        <div className="card-buttons">
          {details && <div className="card-details">{details}</div>}
          {play && <div className="card-play">{play}</div>}
        </div>
      )}
      <div className="card-by">
        <span className="truncate">{by}</span>
        {featured && <FeaturedMark />}
        {views !== undefined && <ViewCount views={views} />}
        {createdAt !== undefined && (
          <RelativeTime at={createdAt} className={classNames('shrink-0', Boolean(by) && 'card-age')} />
        )}
        {like && <span className="card-like">{like}</span>}
      </div>
    </article>
  )
}

function FeaturedMark() {
  return (
    <span className="card-featured">
      <Star size={15} fill="currentColor" aria-hidden="true" />
      <span className="sr-only">{uiMessages.featured}</span>
    </span>
  )
}

import { Star } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, useRef } from 'react'
import { uiMessages } from '#web/messages/site/ui-components.ts'
import { CardCover, type CardCoverProps } from './card-cover.tsx'
import { classNames } from '../class-names.ts'
import { getCategoryHue } from './category-hue.ts'
import { ViewCount } from './view-count.tsx'
import { WatchProgressBar } from './watch-progress-bar.tsx'
import { useHoverPreview } from './use-hover-preview.ts'
import { RelativeTime } from '../formatting/relative-time.tsx'

export type VideoCardProps = CardCoverProps & {
  /**
   * A link element without children (`<Link to={…} />`). The card puts its title into the link element, and
   * the link covers the whole card.
   */
  link: ReactElement<{
    className?: string
    dir?: 'auto' | undefined
    lang?: string | undefined
    children?: ReactNode
  }>
  /** The language of the title as a BCP 47 tag, if it is known. */
  lang?: string | undefined
  /** A second line in the link, such as the series and the episode number. */
  subtitle?: ReactNode
  /** The name of the creator, as a link or as plain text. */
  by?: ReactNode
  createdAt?: string | number | Date
  /**
   * The URL of a muted preview clip of about 3 s. The preview clip is loaded when the user hovers over the
   * card for 400 ms or long-presses the card.
   */
  previewUrl?: string | null
  /** The fraction of the video that the viewer has watched, from 0 to 1, if the video can be resumed. */
  progress?: number | undefined
  /** A Badge at the top left of the cover, or at the bottom of the cover on phones. */
  badge?: ReactNode
  /** The buttons on the cover: Play (bottom left) and Details (top right, or next to the title on phones). */
  play?: ReactNode
  details?: ReactNode
  /** The view count, or null if the viewer is not allowed to see it. */
  views?: number | null
  /** True if staff have featured the video. */
  featured?: boolean
  /** The like button, which is next to the byline. */
  like?: ReactNode
  /** The heading level of the title. Use h3 if the card is below the heading of a row. */
  heading?: 'h2' | 'h3'
  className?: string
}

export function VideoCard({
  link,
  lang,
  subtitle,
  by,
  createdAt,
  views,
  featured,
  previewUrl,
  progress,
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
      {/* The title comes first for keyboard and screen reader users, but the stylesheet places the cover
          above the title. */}
      <Heading className="card-title">
        {cloneElement(
          link,
          { className: 'card-link', ...(!subtitle && { dir: 'auto', lang }) },
          <VideoCardLinkText title={cover.title} lang={lang}>
            {subtitle}
          </VideoCardLinkText>,
        )}
      </Heading>
      {badge && <div className="card-badge">{badge}</div>}
      <div className="card-cover">
        <CardCover {...cover} preview={playing && previewUrl ? previewUrl : undefined} />
        <WatchProgressBar part={progress} />
      </div>
      {(details || play) && (
        <div className="card-buttons">
          {details && <div className="card-details">{details}</div>}
          {play && <div className="card-play">{play}</div>}
        </div>
      )}
      <div className="card-by">
        <span className="truncate" dir="auto">
          {by}
        </span>
        <span className="card-facts">
          {featured && <FeaturedMark />}
          {views !== undefined && <ViewCount views={views} />}
          {createdAt !== undefined && <RelativeTime at={createdAt} className="card-age" />}
        </span>
        {like && <span className="card-like">{like}</span>}
      </div>
    </article>
  )
}

/** The text of a card's link: the title, and below it a second line if there is one. */
export function VideoCardLinkText({
  title,
  lang,
  children,
}: {
  title: ReactNode
  lang?: string | undefined
  children: ReactNode
}) {
  if (!children) return title
  return (
    <>
      <span className="card-name" dir="auto" lang={lang}>
        {title}
      </span>{' '}
      {children}
    </>
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

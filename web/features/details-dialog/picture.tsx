import { ExternalLink, Play } from 'lucide-react'
import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CardCover } from '#web/ui/card-cover.tsx'
import { words } from '#web/words/details.ts'

/** The cover, and over it the way to the trailer when there is one. */
export function Picture({ item }: { item: Content }) {
  const { title, cover_url, content_type, width, height, trailer_url } = item
  const portrait = width !== null && height !== null && height > width
  return (
    <div className="card-cover" data-hue={content_type}>
      <CardCover title={title} cover={cover_url} portrait={portrait} type={content_type} priority />
      {trailer_url && (
        <div className="pointer-events-auto absolute bottom-3 left-3">
          <Trailer url={trailer_url} />
        </div>
      )}
    </div>
  )
}

/** Ruling 26: a foreign link opens only on a press, without telling the other side where from. */
function Trailer({ url }: { url: string }) {
  const look = buttonClass({ variant: 'ink', size: 'small' })
  if (url.startsWith('/')) {
    return (
      <Link to={url} className={look}>
        <Play aria-hidden="true" /> {words.trailer}
      </Link>
    )
  }
  return (
    <a href={url} target="_blank" rel="noreferrer noopener nofollow" className={look}>
      <ExternalLink aria-hidden="true" /> {words.trailerOn(new URL(url).hostname)}
    </a>
  )
}

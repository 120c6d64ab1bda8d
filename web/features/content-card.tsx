import { Info, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import { typeBadge } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { warmPlayer } from '#web/player/warm.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isUpright } from '#web/ui/pictures.ts'
import { words } from '#web/words/cards.ts'

interface Props {
  item: Content
  /** Opens the details dialog. */
  onDetails: (item: Content) => void
  /** A play button of its own; without one, Play leads to the watch page. */
  onPlay?: (item: Content) => void
  like?: ReactNode
  /** Where types stand side by side, each says which it is. */
  showType?: boolean
  priority?: boolean
  sizes?: string
  heading?: 'h2' | 'h3'
}

/** One item in a list. */
export function ContentCard({ item, onDetails, onPlay, like, showType, priority, sizes, heading }: Props) {
  const { id, title, creator } = item
  return (
    <Card
      link={<Link to={paths.watch(id)} {...likely} />}
      title={title}
      cover={item.cover_url}
      portrait={isUpright(item)}
      previewUrl={item.preview_url}
      duration={item.duration_seconds}
      type={item.content_type}
      by={<Link to={creatorPath(creator)}>{creator.display_name || words.nobody}</Link>}
      createdAt={item.created_at}
      views={item.views}
      featured={item.is_featured}
      badge={showType && <Badge type={item.content_type}>{typeBadge(item.content_type)}</Badge>}
      play={<PlayControl title={title} to={paths.watch(id)} onPlay={onPlay && (() => onPlay(item))} />}
      details={
        <IconButton
          bare
          size="small"
          className="needs-js"
          label={words.details(title)}
          icon={<Info />}
          onClick={() => onDetails(item)}
        />
      }
      like={like}
      priority={priority}
      sizes={sizes}
      heading={heading}
    />
  )
}

/** Whoever points at a film will see it with one press: its page and the player come meanwhile. */
const likely = { prefetch: 'intent', onPointerEnter: warmPlayer, onFocus: warmPlayer } as const

function PlayControl({ title, to, onPlay }: { title: string; to: string; onPlay?: () => void }) {
  const icon = <Play fill="currentColor" aria-hidden="true" />
  if (onPlay) {
    return (
      <IconButton
        bare
        size="small"
        variant="primary"
        label={words.play(title)}
        icon={icon}
        onPointerEnter={warmPlayer}
        onClick={onPlay}
      />
    )
  }
  return (
    <Link
      to={to}
      {...likely}
      className={buttonClass({ variant: 'primary', size: 'small', icon: true })}
      aria-label={words.play(title)}
    >
      {icon}
    </Link>
  )
}

function creatorPath({ username, user_id }: Content['creator']): string {
  return username ? paths.creator(username) : paths.creatorById(user_id)
}

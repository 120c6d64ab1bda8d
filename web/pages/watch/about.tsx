import { Flag, Star } from 'lucide-react'
import { Link } from 'react-router'
import type { Content, OneContent } from '#contract/content.ts'
import { genreLabel } from '#contract/genres.ts'
import { typeBadge } from '#contract/kinds.ts'
import { useAuth } from '#web/features/auth.tsx'
import { FollowButton } from '#web/features/follow/follow-button.tsx'
import { LikeButton } from '#web/features/like-button/like-button.tsx'
import type { useLike } from '#web/features/like-button/use-like.ts'
import { ShareButton } from '#web/features/share-button.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { LinkAway } from '#web/ui/link-away.tsx'
import { words } from '#web/words/watch.ts'
import { dayOf } from '#web/ui/day.tsx'

interface Props {
  item: OneContent
  like: ReturnType<typeof useLike>
  /** What the server said to a like sent without script. */
  problem?: string
  isStaff: boolean
  onReport: () => void
}

/** Everything about the video under its picture. */
export function About({ item, like, problem, isStaff, onReport }: Props) {
  const { me } = useAuth()
  const { title, creator, content_type, genre, created_at, views, description, indexable, playback_id } = item
  const { trailer_url } = item
  return (
    <header className="about">
      <h1 className="about-title">{title}</h1>
      <p className="about-badges">
        <Badge type={content_type}>{typeBadge(content_type)}</Badge>
        {genre && (
          <Link to={paths.genre(genre)}>
            <Badge>{genreLabel(genre)}</Badge>
          </Link>
        )}
        {item.is_featured && <Badge>{words.featured}</Badge>}
        <time dateTime={created_at} className="text-15 text-quiet">
          {dayOf(created_at)}
        </time>
        {views !== null && <span className="text-15 text-quiet">{words.views(views, item.mine)}</span>}
      </p>
      <div className="about-line">
        <div className="about-by">
          <Byline creator={creator} />
          {!item.mine && creator.username && (
            <FollowButton userId={creator.user_id} username={creator.username} follow={item.follow} />
          )}
        </div>
        <form method="post" className="about-buttons">
          {me && item.mine && (
            <Link to={paths.edit(item.id)} className={buttonClass({})}>
              {words.edit}
            </Link>
          )}
          <LikeButton liked={like.liked} count={like.count} onToggle={like.toggle} />
          <ShareButton
            path={paths.watch(item.id)}
            title={title}
            embedPath={indexable && playback_id ? paths.embed(playback_id) : null}
            now={secondShown}
          />
          {isStaff && <FeatureButton isFeatured={item.is_featured} />}
          {!item.mine && (
            <Button variant="ghost" className="needs-js about-report" onClick={onReport}>
              <Flag aria-hidden="true" /> <span>{words.report}</span>
            </Button>
          )}
        </form>
      </div>
      <Stands item={item} />
      {problem && <FieldError>{problem}</FieldError>}
      {description && <p className="about-text">{description}</p>}
      {trailer_url && !trailer_url.startsWith('/') && (
        <p>
          <LinkAway url={trailer_url} variant="ghost">
            {words.trailerOn(new URL(trailer_url).hostname)}
          </LinkAway>
        </p>
      )}
    </header>
  )
}

/** For staff: a form's own button, so that it works without script. */
function FeatureButton({ isFeatured }: { isFeatured: boolean }) {
  return (
    <Button type="submit" name="intent" value={isFeatured ? 'unfeature' : 'feature'}>
      <Star aria-hidden="true" /> {isFeatured ? words.unfeature : words.feature}
    </Button>
  )
}

/** For its owner: what was decided about it, and where it says why. */
function Stands({ item: { moderation, statement_id: statement } }: { item: OneContent }) {
  if (!moderation || moderation === 'quarantined' || moderation === 'deleted') return null
  if (moderation === 'approved' && !statement) return null
  return (
    <p className="about-stands">
      {words.stands[moderation]}{' '}
      {statement && (
        <Link to={paths.statement(statement)} className="link">
          {words.why}
        </Link>
      )}
    </p>
  )
}

function secondShown(): number {
  return document.querySelector<HTMLVideoElement>('.watch-stage video')?.currentTime ?? 0
}

function Byline({ creator: { user_id, username, display_name, avatar_url } }: Pick<Content, 'creator'>) {
  return (
    <Link to={username ? paths.creator(username) : paths.creatorById(user_id)} className="byline">
      <Avatar name={display_name} of={username} src={avatar_url} size={48} />
      <span className="min-w-0">
        <b className="block truncate">{display_name || words.nobody}</b>
        {username && <span className="text-15 text-quiet">@{username}</span>}
      </span>
    </Link>
  )
}

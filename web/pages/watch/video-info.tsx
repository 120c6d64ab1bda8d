import { Bookmark, Flag, Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Content, ContentDetail } from '#contract/content/content.ts'
import type { ContentSeries } from '#contract/content/series.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import type { useLike } from '#web/features/likes/use-like.ts'
import { LazySaveToPlaylistDialog } from '#web/features/playlists/lazy-playlist-components.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { creatorPath, pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { ExternalLinkButton } from '#web/ui/controls/external-link-button.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'
import { formatDate } from '#web/ui/formatting/date-label.tsx'
import { TextWithTimecodes } from '#web/ui/formatting/text-with-timecodes.tsx'
import { seekWatchPageVideo } from '#web/player/seek-watch-page-video.ts'
import { ChapterList, TagLinks } from './tags-and-chapters.tsx'
import { TranscriptButton } from './transcript-button.tsx'

interface VideoInfoProps {
  item: ContentDetail
  /** The series to which the video belongs, or null if it belongs to none. */
  series: ContentSeries | null
  like: ReturnType<typeof useLike>
  /** The server's error message if a like was submitted without JavaScript and failed. */
  problem?: string
  /** True for a scheduled broadcast, which is not live yet and has no views. */
  isScheduled: boolean
  isStaff: boolean
  onReport: () => void
}

/** Shows the title, creator, description and actions of a video below the player. */
export function VideoInfo({ item, series, like, problem, isScheduled, isStaff, onReport }: VideoInfoProps) {
  const { me } = useAuth()
  const { title, creator, content_type, genre, created_at, views, description, indexable, playback_id } = item
  const { trailer_url } = item
  const [isSaving, setIsSaving] = useState(false)
  return (
    <header className="about">
      {/* The element in which the transcript (transcript-panel.tsx) is rendered on narrow screens. */}
      <div id="transcript-below" />
      {series && (
        <p className="about-series">
          <Link to={pagePaths.series(series.id, { season: series.season })} className="link">
            {watchPageMessages.episodeOf(series)}
          </Link>
          <a href="#season-title" className="link season-jump">
            {watchPageMessages.episodes}
          </a>
        </p>
      )}
      <h1 className="about-title" dir="auto" lang={item.language ?? undefined}>
        {title}
      </h1>
      <p className="about-badges">
        {!isScheduled && <Badge type={content_type}>{contentTypeLabel(content_type)}</Badge>}
        {genre && (
          <Link to={pagePaths.genre(genre)}>
            <Badge>{genreLabel(genre)}</Badge>
          </Link>
        )}
        {item.is_featured && <Badge>{watchPageMessages.featured}</Badge>}
        {!isScheduled && (
          <time dateTime={created_at} className="text-15 text-quiet">
            {formatDate(created_at)}
          </time>
        )}
        {!isScheduled && views !== null && (
          <span className="text-15 text-quiet">{watchPageMessages.views(views, item.mine)}</span>
        )}
      </p>
      <div className="about-line">
        <div className="about-by">
          <CreatorByline creator={creator} />
          {!item.mine && creator.username && (
            <FollowButton userId={creator.user_id} username={creator.username} follow={item.follow} />
          )}
        </div>
        <form method="post" className="about-buttons">
          {me && item.mine && (
            <Link to={pagePaths.editVideo(item.id)} className={getButtonClassName({})}>
              {watchPageMessages.edit}
            </Link>
          )}
          {me && item.mine && item.stream_url && (
            <a href={pagePaths.downloadVideo(item.id)} className={getButtonClassName({})}>
              {watchPageMessages.download}
            </a>
          )}
          <LikeButton liked={like.liked} count={like.count} onToggle={like.toggle} />
          <ShareButton
            path={pagePaths.watch(item.id)}
            title={title}
            embedPath={indexable && playback_id ? pagePaths.embed(playback_id) : null}
            now={getCurrentSecond}
          />
          <Button className="needs-js about-save" onClick={() => setIsSaving(true)}>
            <Bookmark aria-hidden="true" /> <span>{watchPageMessages.save}</span>
          </Button>
          <TranscriptButton item={item} />
          {isStaff && <FeatureButton isFeatured={item.is_featured} />}
          {!item.mine && (
            <Button variant="ghost" className="needs-js about-report" onClick={onReport}>
              <Flag aria-hidden="true" /> <span>{watchPageMessages.report}</span>
            </Button>
          )}
        </form>
      </div>
      {isSaving && (
        <Suspense>
          <LazySaveToPlaylistDialog id={item.id} onClose={() => setIsSaving(false)} />
        </Suspense>
      )}
      <PublicationNotice state={item.publication_state} />
      <ModerationNotice item={item} />
      {problem && <FieldErrorMessage>{problem}</FieldErrorMessage>}
      {description && (
        <p className="about-text" dir="auto" lang={item.language ?? undefined}>
          <TextWithTimecodes
            text={description}
            duration={item.duration_seconds}
            onSeek={seekWatchPageVideo}
          />
        </p>
      )}
      <TagLinks tags={item.tags} />
      <ChapterList chapters={item.chapters} />
      {trailer_url && !trailer_url.startsWith('/') && (
        <p>
          <ExternalLinkButton url={trailer_url} variant="ghost">
            {watchPageMessages.trailerOn({ host: new URL(trailer_url).hostname })}
          </ExternalLinkButton>
        </p>
      )}
    </header>
  )
}

/**
 * A button that lets staff feature a video. The button submits a form, so staff can feature a video without
 * JavaScript.
 */
function FeatureButton({ isFeatured }: { isFeatured: boolean }) {
  return (
    <Button type="submit" name="intent" value={isFeatured ? 'unfeature' : 'feature'}>
      <Star aria-hidden="true" /> {isFeatured ? watchPageMessages.unfeature : watchPageMessages.feature}
    </Button>
  )
}

/** Tells the owner of a video that it is not published yet. */
function PublicationNotice({ state }: { state: ContentDetail['publication_state'] }) {
  if (!state || state === 'published') return null
  return <p className="about-stands">{watchPageMessages.unpublished[state]}</p>
}

/** Tells the owner of a video about a moderation decision, and links to the statement of reasons. */
function ModerationNotice({ item: { moderation, statement_id: statement } }: { item: ContentDetail }) {
  if (!moderation || moderation === 'quarantined' || moderation === 'deleted') return null
  if (moderation === 'approved' && !statement) return null
  return (
    <p className="about-stands">
      {watchPageMessages.stands[moderation]}{' '}
      {statement && (
        <Link to={pagePaths.statement(statement)} className="link">
          {watchPageMessages.why}
        </Link>
      )}
    </p>
  )
}

function getCurrentSecond(): number {
  return document.querySelector<HTMLVideoElement>('.watch-stage video')?.currentTime ?? 0
}

function CreatorByline({
  creator: { user_id, username, display_name, avatar_url },
}: Pick<Content, 'creator'>) {
  return (
    <Link to={creatorPath({ username, user_id })} className="byline">
      <Avatar name={display_name} of={username} src={avatar_url} size={48} />
      <span className="min-w-0">
        <b className="block truncate">{display_name || watchPageMessages.nobody}</b>
        {username && <bdi className="text-15 text-quiet">@{username}</bdi>}
      </span>
    </Link>
  )
}

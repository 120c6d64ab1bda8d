import { Info, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLinkPrefetchMode } from '#web/network/use-link-prefetch-mode.ts'
import type { Content } from '#contract/content/content.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { creatorPath, pagePaths } from '#web/paths.ts'
import { preloadPlayer } from '#web/player/preload-player.ts'
import { cacheMarkup } from '#web/ui/cache-markup.tsx'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { VideoCard } from '#web/ui/cards/video-card.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { isPortraitVideo } from '#web/ui/cards/responsive-images.ts'
import { useWatchedFraction } from './use-watched-fraction.ts'
import { videoCardMessages } from '#web/messages/browse/video-cards.ts'

interface Props {
  item: Content
  onDetails: (item: Content) => void
  /**
   * Called when the user presses the card's own Play button. If `onPlay` is not provided, the Play button
   * links to the watch page.
   */
  onPlay?: (item: Content) => void
  like?: ReactNode
  /** True if the card shows the content type, which is useful in lists that mix several types. */
  showType?: boolean
  priority?: boolean
  sizes?: string
  heading?: 'h2' | 'h3'
}

export const ContentCard = cacheMarkup(UncachedContentCard)

function UncachedContentCard({ item, onDetails, onPlay, like, showType, priority, sizes, heading }: Props) {
  const { id, title, creator } = item
  const prefetch = usePlayerPrefetch()
  return (
    <VideoCard
      link={<Link to={pagePaths.watch(id)} {...prefetch} />}
      title={title}
      lang={item.language ?? undefined}
      subtitle={item.series && <EpisodeLabel series={item.series} />}
      cover={item.cover_url}
      portrait={isPortraitVideo(item)}
      previewUrl={item.preview_url}
      duration={item.duration_seconds}
      progress={useWatchedFraction(item)}
      type={item.content_type}
      by={<Link to={creatorPath(creator)}>{creator.display_name || videoCardMessages.nobody}</Link>}
      createdAt={item.created_at}
      views={item.views}
      featured={item.is_featured}
      badge={showType && <Badge type={item.content_type}>{contentTypeLabel(item.content_type)}</Badge>}
      play={<PlayControl title={title} to={pagePaths.watch(id)} onPlay={onPlay && (() => onPlay(item))} />}
      details={
        <IconButton
          bare
          size="small"
          className="needs-js"
          label={videoCardMessages.details({ title })}
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

/**
 * When the pointer hovers over the card, a click is likely to follow, so the video's page and the player are
 * prefetched.
 */
function usePlayerPrefetch() {
  return { prefetch: useLinkPrefetchMode(), onPointerEnter: preloadPlayer, onFocus: preloadPlayer }
}

function PlayControl({ title, to, onPlay }: { title: string; to: string; onPlay?: () => void }) {
  const prefetch = usePlayerPrefetch()
  const icon = <Play fill="currentColor" aria-hidden="true" />
  if (onPlay) {
    return (
      <IconButton
        bare
        size="small"
        variant="primary"
        label={videoCardMessages.play({ title })}
        icon={icon}
        onPointerEnter={preloadPlayer}
        onClick={onPlay}
      />
    )
  }
  return (
    <Link
      to={to}
      {...prefetch}
      className={getButtonClassName({ variant: 'primary', size: 'small', icon: true })}
      aria-label={videoCardMessages.play({ title })}
    >
      {icon}
    </Link>
  )
}

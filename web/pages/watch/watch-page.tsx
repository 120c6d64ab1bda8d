import { lazy, Suspense, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { preload } from 'react-dom'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { CommentsSection, useCommentsPanelUpdates } from '#web/features/comments/comments-section.tsx'
import { hasPlaylistQuery, LazyPlaylistPanel } from '#web/features/playlists/lazy-playlist-components.ts'
import { useLike } from '#web/features/likes/use-like.ts'
import {
  canAutoplay,
  toPlayerProps,
  parseStartTime,
} from '#web/features/watch-session/content-player-props.ts'
import { pagePaths } from '#web/paths.ts'
import {
  findPlaybackPosition,
  getPlaybackPositionsStorageKey,
} from '#web/player/core/playback-positions/playback-positions.ts'
import { Player } from '#web/player/player.tsx'
import { getPlayerImageSizes, buildImageSrcSet } from '#web/ui/cards/responsive-images.ts'
import type { Route } from './+types/watch-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { RouteErrorPage, describeRouteError } from '../layout/route-error-page.tsx'
import { useReportDialog } from '../layout/use-report-dialog.tsx'
import { VideoInfo } from './video-info.tsx'
import { VideoNotFound } from './video-not-found.tsx'
import { RelatedVideos } from './related-videos.tsx'
import { useVideoLiveUpdates } from './use-video-live-updates.ts'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'
import './watch.css'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

export { action } from './watch-action.ts'
export { loader } from './loader/watch-page-loader.ts'

// These components are loaded lazily, because they are not needed before the first frame of the video.
const LazyWatchSession = lazy(retryWhenOnline(() => import('./watch-page-session.tsx')))
const LazyPlaybackPreferencesMenu = lazy(
  retryWhenOnline(() => import('#web/features/watch-session/playback-preferences-menu.tsx')),
)

// Most visits to the watch page do not need these components.
const LazyProcessingStatusPanel = lazy(retryWhenOnline(() => import('./processing-status-panel.tsx')))
const LazyBroadcastPageStage = lazy(retryWhenOnline(() => import('../broadcast/broadcast-page-stage.tsx')))
const LazyChatReplay = lazy(retryWhenOnline(() => import('#web/features/chat/chat-replay.tsx')))
const LazyRemovedVideo = lazy(retryWhenOnline(() => import('./removed-video.tsx')))

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { item, outside } = args.loaderData
  const { title, description, cover_url, creator, indexable } = item
  const tags = buildPageMeta(args, {
    title,
    description:
      description.slice(0, 200) ||
      watchPageMessages.videoBy({ name: creator.display_name || watchPageMessages.nobody }),
    image: cover_url,
    type: 'video.other',
    noindex: !indexable,
  })
  return [...tags, ...outside]
}

export default function WatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { me } = useAuth()
  const { item } = loaderData
  // This state is not in WatchScreen, so that cancelling a scheduled broadcast unmounts WatchScreen and ends its live
  // updates.
  const [absent, setAbsent] = useState<{ id: string; reason: BroadcastAbsence } | null>(null)
  const absence = absent?.id === item.id ? absent.reason : null
  if (item.moderation === 'removed' || absence)
    return (
      <Suspense>
        <LazyRemovedVideo item={item} absence={absence} />
      </Suspense>
    )
  const onAbsent = (reason: BroadcastAbsence) => setAbsent({ id: item.id, reason })
  // The `key` changes with the video and the viewer, which resets all state.
  return <WatchScreen key={`${item.id} ${me?.id}`} {...loaderData} answer={actionData} onAbsent={onAbsent} />
}

type WatchLoaderData = Route.ComponentProps['loaderData']

function WatchScreen({
  item,
  comments: firstComments,
  related,
  series,
  stream,
  trailerSrc,
  startRenditions,
  broadcast,
  hasChatReplay,
  answer,
  onAbsent,
}: WatchLoaderData & { answer: WatchActionResult; onAbsent: (reason: BroadcastAbsence) => void }) {
  const { me } = useAuth()
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  // The page of a broadcast keeps its player when the recording is ready.
  const [isBroadcast] = useState(broadcast !== null)
  const [broadcastChanges, setBroadcastChanges] = useState(0)
  const onBroadcastChange = () => setBroadcastChanges((count) => count + 1)
  const [broadcastViewers, setBroadcastViewers] = useState<number | null>()
  const [autoPlay] = useState(canAutoplay)
  const comments = useCommentsPanelUpdates({
    contentId: item.id,
    duration: item.duration_seconds,
    isOwner: item.mine,
    creator: item.creator,
    page: firstComments,
    count: item.comments_count,
    formResult: answer?.comment,
  })
  // The server does not know the playback position that is stored in the browser.
  const [startAt] = useState(
    () =>
      parseStartTime(search) ?? (globalThis.document && findPlaybackPosition(me?.id, item.id, item.resume)),
  )
  const like = useLike(item, me !== null, pagePaths.signIn(pathname, { for: 'like' }))
  const [report, reportDialog] = useReportDialog(me !== null)
  const live = useVideoLiveUpdates(item, stream, {
    comment: (comment) => comments.receive({ kind: 'arrived', comment }),
    comment_reactions: ({ id, ...reactions }) => comments.receive({ kind: 'reactions', id, reactions }),
    comment_deleted: ({ id }) => comments.receive({ kind: 'left', id }),
    counts: ({ likes_count, comments_count }) => {
      like.counted(likes_count)
      comments.receive({ kind: 'count', count: comments_count })
    },
    renditions: () => {
      // Reload the page's data until it contains the stream and the poster, which is created later.
      if (isBroadcast) onBroadcastChange()
      else if (!item.stream_url || !item.cover_url) void revalidate()
    },
    captions: () => void revalidate(),
    broadcast: onBroadcastChange,
    viewers: ({ viewers }) => setBroadcastViewers(viewers),
    gone: ({ reason }) => {
      if (reason) onAbsent(reason)
      else void revalidate()
    },
    reset: () => {
      comments.expectReset()
      void revalidate()
    },
  })
  if (item.cover_url)
    preload(item.cover_url, {
      as: 'image',
      fetchPriority: 'high',
      imageSrcSet: buildImageSrcSet(item.cover_url),
      imageSizes: getPlayerImageSizes(item),
    })
  const ready = item.stream_url !== null
  // Without the player's code, the page shows no ads, and does not know at which position the video resumes.
  const canStartEarly =
    startRenditions.length > 0 && !item.ads && (!item.resume?.seconds || parseStartTime(search) !== undefined)
  const inPlaylist = hasPlaylistQuery(search)
  // After the last episode of a series, do not suggest an earlier episode of the same series.
  const next =
    series?.next?.content ?? related.find(({ series: other }) => !other || other.id !== item.series?.id)
  return (
    <div className="page-inside watch" data-hue={item.content_type}>
      <div className="watch-main">
        {isBroadcast ? (
          <Suspense fallback={<div className="stage watch-stage" />}>
            <LazyBroadcastPageStage
              item={item}
              broadcast={broadcast}
              changes={broadcastChanges}
              viewers={broadcastViewers}
              autoPlay={autoPlay}
              listeners={live.listeners}
              onReport={report}
            />
          </Suspense>
        ) : (
          ready && (
            <Player
              {...toPlayerProps(item)}
              className="watch-stage"
              hasTheatre
              ads={item.ads}
              startAt={startAt}
              trailerSrc={trailerSrc}
              startRenditions={startRenditions}
              earlyStart={
                canStartEarly ? { key: getPlaybackPositionsStorageKey(me?.id), id: item.id } : undefined
              }
              renditions={live.renditions}
              autoPlay={autoPlay}
              overlay={
                <LazyWatchSession item={item} next={next} hasPlaylistQuery={inPlaylist} startAt={startAt} />
              }
              menu={<LazyPlaybackPreferencesMenu hasNext={next !== undefined || inPlaylist} />}
            />
          )
        )}
        {hasChatReplay && (
          <Suspense>
            <LazyChatReplay contentId={item.id} onReport={report} />
          </Suspense>
        )}
        <div id="history-question" className="contents" />
        {live.stream && !(ready && live.stream.percent >= 100) && (
          <Suspense>
            <LazyProcessingStatusPanel stream={live.stream} ready={ready} />
          </Suspense>
        )}
        <VideoInfo
          item={item}
          series={series}
          like={like}
          problem={answer?.problem}
          isScheduled={broadcast !== null && 'starts_at' in broadcast}
          isStaff={me !== null && me.role !== 'user'}
          onReport={() => report({ subject: 'content', id: item.id })}
        />
        {inPlaylist && (
          <Suspense>
            <LazyPlaylistPanel currentId={item.id} />
          </Suspense>
        )}
        <CommentsSection feed={comments} currentPath={pathname} onReport={report} />
      </div>
      <RelatedVideos items={related} series={inPlaylist ? null : series} currentId={item.id} />
      {reportDialog}
    </div>
  )
}

type WatchActionResult = Route.ComponentProps['actionData']

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const problem = describeRouteError(error)
  if (isRouteErrorResponse(error) && error.status === 404) return <VideoNotFound {...problem} />
  return <RouteErrorPage {...problem} />
}

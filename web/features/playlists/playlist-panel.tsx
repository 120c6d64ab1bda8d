import { ChevronDown, ListVideo, Play, Repeat, Shuffle } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { pagePaths } from '#web/paths.ts'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { MissingVideoAutoSkip } from './missing-video-auto-skip.tsx'
import { type PlaylistQueue, usePlaylistQueue } from './playlist-queue.ts'
import {
  createShuffleSeed,
  orderPlaylistQueue,
  parsePlaylistQueueSettings,
  type PlaylistQueueSettings,
  formatPlaylistQueueQuery,
} from './playlist-queue-order.ts'
import './playlist-panel.css'

/**
 * The videos in the playlist that is playing. On wide screens, the list of videos is in the column beside the
 * player. On narrower screens, the list is below the video's details. `currentId` is undefined if the video
 * of the page was not found. If the video was not found, playback continues with the next video in the
 * playlist.
 */
export default function PlaylistPanel({ currentId }: { currentId?: string }) {
  return currentId === undefined ? <MissingVideoAutoSkip /> : <NextUpOf currentId={currentId} />
}

function NextUpOf({ currentId }: { currentId: string }) {
  const settings = parsePlaylistQueueSettings(useLocation().search)
  const { queue, failed } = usePlaylistQueue(settings?.list ?? '')
  const slot = useSideColumn()
  if (!settings || (!queue && !failed)) return null
  const panel = queue ? (
    <NextUpPanel queue={queue} settings={settings} currentId={currentId} isWide={slot !== null} />
  ) : (
    <p className="next-up-failed">{playlistMessages.queueFailed}</p>
  )
  return slot ? createPortal(panel, slot) : panel
}

interface PanelProps {
  queue: PlaylistQueue
  settings: PlaylistQueueSettings
  currentId: string
  isWide: boolean
}

function NextUpPanel({ queue, settings, currentId, isWide }: PanelProps) {
  const items = orderPlaylistQueue(queue.items, settings)
  const at = items.findIndex(({ id }) => id === currentId)
  const { list } = settings
  const current = useScrollToCurrent(currentId)
  return (
    <section className="next-up" aria-labelledby="next-up-title">
      <div className="next-up-head">
        <div className="min-w-0">
          <h2 id="next-up-title" className="next-up-title">
            <ListVideo aria-hidden="true" />
            <Link to={pagePaths.playlist(list)} className="link truncate" dir="auto">
              {queue.playlist.title}
            </Link>
          </h2>
          {at >= 0 && (
            <p className="text-15 text-quiet">
              {playlistMessages.place({ position: at + 1, count: items.length })}
            </p>
          )}
        </div>
        <QueueToggles settings={settings} currentId={currentId} />
      </div>
      <details open={isWide} className="next-up-details">
        <summary className="next-up-summary">
          {playlistMessages.videos} <ChevronDown aria-hidden="true" />
        </summary>
        <ol ref={current} className="next-up-list">
          {items.map((item) => (
            <NextUpItem key={item.id} item={item} settings={settings} isCurrent={item.id === currentId} />
          ))}
        </ol>
      </details>
    </section>
  )
}

function QueueToggles({
  settings: { list, shuffle, loop, playAll },
  currentId,
}: Pick<PanelProps, 'settings' | 'currentId'>) {
  const navigate = useNavigate()
  const change = (nextShuffle: number | null, nextLoop: boolean) =>
    void navigate(
      pagePaths.watchInPlaylist(
        currentId,
        formatPlaylistQueueQuery({ list, shuffle: nextShuffle, loop: nextLoop, playAll }),
      ),
      {
        replace: true,
        preventScrollReset: true,
      },
    )
  return (
    <div className="next-up-toggles">
      <IconButton
        label={playlistMessages.loop}
        icon={<Repeat />}
        aria-pressed={loop}
        onClick={() => change(shuffle, !loop)}
      />
      <IconButton
        label={playlistMessages.shuffle}
        icon={<Shuffle />}
        aria-pressed={shuffle !== null}
        onClick={() => change(shuffle === null ? createShuffleSeed() : null, loop)}
      />
    </div>
  )
}

function NextUpItem({
  item,
  settings,
  isCurrent,
}: {
  item: Content
  settings: PlaylistQueueSettings
  isCurrent: boolean
}) {
  const { id, title, content_type, creator } = item
  return (
    <li>
      <Link
        to={pagePaths.watchInPlaylist(id, formatPlaylistQueueQuery(settings))}
        className="next-up-item"
        data-id={id}
        aria-current={isCurrent || undefined}
        data-hue={content_type}
      >
        <SmallCover item={item} className="next-up-cover" />
        <span className="min-w-0">
          <b className="next-up-name" dir="auto" lang={item.language ?? undefined}>
            {title}
          </b>
          {item.series && <EpisodeLabel series={item.series} />}
          <span className="block truncate text-13 text-quiet" dir={isCurrent ? undefined : 'auto'}>
            {isCurrent ? (
              <>
                <Play size={12} fill="currentColor" aria-hidden="true" className="inline" />{' '}
                {playlistMessages.playing}
              </>
            ) : (
              creator.display_name
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Scrolls the list to the current video without scrolling the page. */
function useScrollToCurrent(currentId: string) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].find(
      (row) => row.dataset['id'] === currentId,
    )
    if (list.current && current) list.current.scrollTop = current.offsetTop - list.current.offsetTop - 60
  }, [currentId])
  return list
}

/** Returns the element of the watch page's side column, or null if the page has only one column. */
function useSideColumn(): HTMLElement | null {
  const isWide = useSyncExternalStore(
    (listener) => {
      wideScreen().addEventListener('change', listener)
      return () => wideScreen().removeEventListener('change', listener)
    },
    () => wideScreen().matches,
    () => false,
  )
  return isWide ? document.getElementById('next-up') : null
}

/** The minimum width of the watch page for a second column (see watch.css). */
const wideScreen = () => matchMedia('(width >= 1060px)')

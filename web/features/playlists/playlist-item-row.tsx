import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Trash2 } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { pagePaths } from '#web/paths.ts'
import { preloadPlayer } from '#web/player/preload-player.ts'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { formatPlaylistQueueQuery } from './playlist-queue-order.ts'

interface RowControls {
  isFirst: boolean
  isLast: boolean
  onGripPointerDown: (event: PointerEvent) => void
  onGripKeyDown: (event: KeyboardEvent) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

interface RowProps {
  item: Content
  /** The id of the playlist that contains the row. */
  list: string
  isDragged: boolean
  /** The controls that only the playlist's owner sees, or null for other viewers. */
  controls: RowControls | null
}

/** A video in a playlist. */
export function PlaylistItemRow({ item, list, isDragged, controls }: RowProps) {
  const { id, title, creator, content_type } = item
  return (
    <li className="list-row" data-row={id} data-dragged={isDragged || undefined} data-hue={content_type}>
      {controls && (
        <IconButton
          bare
          className="needs-js list-grip"
          data-part="grip"
          label={playlistMessages.drag({ title })}
          icon={<GripVertical />}
          onPointerDown={controls.onGripPointerDown}
          onKeyDown={controls.onGripKeyDown}
        />
      )}
      <Link
        to={pagePaths.watchInPlaylist(id, formatPlaylistQueueQuery({ list }))}
        prefetch="intent"
        className="list-link"
        draggable={false}
        onPointerEnter={preloadPlayer}
        onFocus={preloadPlayer}
      >
        <SmallCover item={item} className="list-cover" />
        <span className="min-w-0">
          <b className="list-name" dir="auto" lang={item.language ?? undefined}>
            {title}
          </b>
          {item.series && <EpisodeLabel series={item.series} />}
          <span className="block truncate text-15 text-quiet" dir="auto">
            {creator.display_name}
          </span>
        </span>
      </Link>
      {controls && <RowMenu title={title} {...controls} />}
    </li>
  )
}

function RowMenu({ title, isFirst, isLast, onMove, onRemove }: RowControls & { title: string }) {
  return (
    <span className="needs-js">
      <Menu
        label={playlistMessages.options({ title })}
        trigger={
          <IconButton
            bare
            data-part="menu"
            label={playlistMessages.options({ title })}
            icon={<EllipsisVertical />}
          />
        }
      >
        {!isFirst && (
          <MenuItem icon={<ArrowUp />} onClick={() => onMove(-1)}>
            {playlistMessages.moveUp}
          </MenuItem>
        )}
        {!isLast && (
          <MenuItem icon={<ArrowDown />} onClick={() => onMove(1)}>
            {playlistMessages.moveDown}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} danger onClick={onRemove}>
          {playlistMessages.remove}
        </MenuItem>
      </Menu>
    </span>
  )
}

/**
 * The row that replaces a video just removed from the playlist. The row offers to undo the removal of the
 * video.
 */
export function RemovedItemRow({ item: { id, title }, onUndo }: { item: Content; onUndo: () => void }) {
  return (
    <li className="list-row list-removed" data-row={id}>
      <output className="min-w-0 flex-1 wrap-anywhere">{playlistMessages.removed({ title })}</output>
      <Button size="small" data-part="undo" onClick={onUndo}>
        {playlistMessages.undo}
      </Button>
    </li>
  )
}

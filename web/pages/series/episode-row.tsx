import { ArrowDown, ArrowUp, EllipsisVertical, Hash, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Episode } from '#contract/content/series.ts'
import { useWatchedFraction } from '#web/features/content/use-watched-fraction.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import { preloadPlayer } from '#web/player/preload-player.ts'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { WatchProgressBar } from '#web/ui/cards/watch-progress-bar.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'

export interface EpisodeRowActions {
  /**
   * Swaps the numbers of this episode and the adjacent episode in the list. Undefined if this is the first or
   * the last episode in the list.
   */
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
  onChangeNumber: () => void
  onRemove: () => void
}

interface Props {
  entry: Episode
  /** The controls that only the owner of the series sees, or null for other viewers. */
  controls: EpisodeRowActions | null
}

/** One episode on the page of its series. */
export function EpisodeRow({ entry, controls }: Props) {
  const { content } = entry
  const { id, title, description } = content
  const lang = content.language ?? undefined
  const part = useWatchedFraction(content)
  const number = seriesMessages.short(entry)
  return (
    <li className="list-row" data-row={id} data-number={number} data-hue={content.content_type}>
      <Link
        to={pagePaths.watch(id)}
        prefetch="intent"
        className="list-link"
        onPointerEnter={preloadPlayer}
        onFocus={preloadPlayer}
      >
        <span className="episode-cover">
          <SmallCover item={content} className="list-cover" />
          <WatchProgressBar part={part} />
        </span>
        <span className="min-w-0">
          <span className="episode-number">{number}</span>
          <b className="list-name" dir="auto" lang={lang}>
            {title}
          </b>
          {description && (
            <span className="episode-text" dir="auto" lang={lang}>
              {description}
            </span>
          )}
        </span>
      </Link>
      {controls && <RowMenu title={title} {...controls} />}
    </li>
  )
}

function RowMenu({
  title,
  onMoveUp,
  onMoveDown,
  onChangeNumber,
  onRemove,
}: EpisodeRowActions & { title: string }) {
  return (
    <span className="needs-js">
      <Menu
        label={seriesMessages.options({ title })}
        trigger={
          <IconButton
            bare
            data-part="menu"
            label={seriesMessages.options({ title })}
            icon={<EllipsisVertical />}
          />
        }
      >
        {onMoveUp && (
          <MenuItem icon={<ArrowUp />} onClick={onMoveUp}>
            {seriesMessages.moveUp}
          </MenuItem>
        )}
        {onMoveDown && (
          <MenuItem icon={<ArrowDown />} onClick={onMoveDown}>
            {seriesMessages.moveDown}
          </MenuItem>
        )}
        <MenuItem icon={<Hash />} onClick={onChangeNumber}>
          {seriesMessages.changeNumber}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onClick={onRemove}>
          {seriesMessages.remove}
        </MenuItem>
      </Menu>
    </span>
  )
}

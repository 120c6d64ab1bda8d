import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Content } from '#contract/content/content.ts'
import type { PlaylistDetail } from '#contract/engagement/playlists.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { PlaylistItemRow, RemovedItemRow } from './playlist-item-row.tsx'
import { useDragReorder } from './use-drag-reorder.ts'
import { movePlaylistEntry, usePlaylistItems } from './use-playlist-items.ts'

interface Props {
  playlist: Pick<PlaylistDetail, 'id' | 'mine'>
  items: Content[]
}

/**
 * The videos in a playlist. The owner can move videos with a drag handle or a menu, and can remove videos.
 */
export function PlaylistItems({ playlist: { id: list, mine }, items }: Props) {
  const { entries, show, store, remove, undo } = usePlaylistItems(list, items)
  const [announcement, setAnnouncement] = useState('')
  const [rows, focusAfterRender] = useFocusAfterRender()
  const drag = useDragReorder(rows, {
    onMove: (id, to) => show((before) => movePlaylistEntry(before, id, to)),
    onDrop: (id) => drop(id, entries),
    onCancel: (order) => show(order),
    entries,
  })
  const drop = (id: string, order: typeof entries) => {
    store(id, order)
    announce(id, order)
  }
  const announce = (id: string, order: typeof entries) => {
    const present = order.filter(({ isRemoved }) => !isRemoved)
    const at = present.findIndex(({ item }) => item.id === id)
    const { title } = present[at]!.item
    setAnnouncement(playlistMessages.moved({ title, position: at + 1, count: present.length }))
  }
  const moveBy = (id: string, by: -1 | 1, part: 'grip' | 'menu') => {
    const to = entries.findIndex(({ item }) => item.id === id) + by
    if (to < 0 || to >= entries.length) return
    focusAfterRender(id, part)
    drop(id, movePlaylistEntry(entries, id, to))
  }
  return (
    <>
      <output className="sr-only">{announcement}</output>
      <ol ref={rows} className="list-rows" aria-label={playlistMessages.videos} {...drag.listHandlers}>
        {entries.map(({ item, isRemoved }, index) =>
          isRemoved ? (
            <RemovedItemRow
              key={item.id}
              item={item}
              onUndo={() => {
                focusAfterRender(item.id, 'menu')
                undo(item.id)
              }}
            />
          ) : (
            <PlaylistItemRow
              key={item.id}
              item={item}
              list={list}
              isDragged={drag.dragged === item.id}
              controls={
                mine
                  ? {
                      isFirst: index === 0,
                      isLast: index === entries.length - 1,
                      onGripPointerDown: (event) => drag.start(event, item.id),
                      onGripKeyDown: (event) => handleArrowKeys(event, (by) => moveBy(item.id, by, 'grip')),
                      onMove: (by) => moveBy(item.id, by, 'menu'),
                      onRemove: () => {
                        focusAfterRender(item.id, 'undo')
                        remove(item.id)
                      },
                    }
                  : null
              }
            />
          ),
        )}
      </ol>
    </>
  )
}

function handleArrowKeys(event: KeyboardEvent, move: (by: -1 | 1) => void) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  move(event.key === 'ArrowUp' ? -1 : 1)
}

/**
 * Returns a ref for the list element, and a function that restores focus. After the next render, the function
 * focuses a button in a row again, because a row loses focus when it moves in the document.
 */
function useFocusAfterRender() {
  const rows = useRef<HTMLOListElement>(null)
  const wanted = useRef<[id: string, part: string]>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const [id, part] = wanted.current
    const button = rows.current?.querySelector<HTMLElement>(
      `[data-row="${CSS.escape(id)}"] [data-part="${part}"]`,
    )
    if (!button) return
    wanted.current = undefined
    button.focus()
  })
  return [rows, (id: string, part: string) => void (wanted.current = [id, part])] as const
}

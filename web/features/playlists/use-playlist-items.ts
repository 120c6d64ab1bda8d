import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { deletePlaylistItem, movePlaylistItem, putPlaylistItem } from '#contract/engagement/playlists.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'

/** A row on the playlist page. A removed video keeps its row, because the removal can be undone. */
export interface PlaylistEntry {
  item: Content
  isRemoved: boolean
}

/**
 * Manages the videos in one of the viewer's playlists. Each change is shown immediately. Changes are sent to
 * the server one at a time. If a change fails, the playlist is loaded from the server again.
 */
export function usePlaylistItems(list: string, loaded: Content[]) {
  const { revalidate } = useRevalidator()
  const [source, setSource] = useState(loaded)
  const [entries, setEntries] = useState(() => toEntries(loaded))
  const sending = useRef(Promise.resolve())
  if (source !== loaded) {
    setSource(loaded)
    setEntries(toEntries(loaded))
  }
  const sendAfter = async (earlier: Promise<void>, change: () => Promise<unknown>) => {
    await earlier
    try {
      await change()
    } catch (thrown) {
      const detail = thrown instanceof ApiCallError ? thrown.detail : undefined
      showToast.error(playlistMessages.changeFailed, detail)
      await revalidate()
    }
  }
  const send = (change: () => Promise<unknown>) => {
    sending.current = sendAfter(sending.current, change)
  }
  const mark = (id: string, isRemoved: boolean) =>
    setEntries((before) => before.map((entry) => (entry.item.id === id ? { ...entry, isRemoved } : entry)))
  const sendPosition = (id: string, order: PlaylistEntry[]) => {
    const target = findMoveTarget(order, id)
    if (target) send(() => callApi(movePlaylistItem, { params: { id: list, content_id: id }, body: target }))
  }
  return {
    entries,
    /** Shows a new order without saving it, for example while a video is being dragged. */
    show: setEntries,
    /** Saves the order after the video `id` has been moved. */
    store(id: string, order: PlaylistEntry[]) {
      setEntries(order)
      sendPosition(id, order)
    },
    remove(id: string) {
      mark(id, true)
      send(() => callApi(deletePlaylistItem, { params: { id: list, content_id: id } }))
    },
    undo(id: string) {
      mark(id, false)
      send(() => callApi(putPlaylistItem, { params: { id: list, content_id: id } }))
      sendPosition(
        id,
        entries.map((entry) => (entry.item.id === id ? { ...entry, isRemoved: false } : entry)),
      )
    },
  }
}

const toEntries = (items: Content[]): PlaylistEntry[] => items.map((item) => ({ item, isRemoved: false }))

/** Returns a copy of `entries` in which the video `id` is at the index `to`. */
export function movePlaylistEntry(entries: PlaylistEntry[], id: string, to: number): PlaylistEntry[] {
  const at = entries.findIndex(({ item }) => item.id === id)
  const moved = entries[at]
  return moved ? entries.toSpliced(at, 1).toSpliced(to, 0, moved) : entries
}

/**
 * Describes the new position of a video: before the next video that has not been removed or, if there is
 * none, after the previous one.
 */
export function findMoveTarget(
  entries: PlaylistEntry[],
  id: string,
): { before: string } | { after: string } | undefined {
  const at = entries.findIndex(({ item }) => item.id === id)
  const next = entries.slice(at + 1).find(({ isRemoved }) => !isRemoved)
  if (next) return { before: next.item.id }
  const previous = entries.slice(0, at).findLast(({ isRemoved }) => !isRemoved)
  return previous && { after: previous.item.id }
}

import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { PlaylistEntry } from './use-playlist-items.ts'

interface Options {
  entries: PlaylistEntry[]
  onMove: (id: string, to: number) => void
  onDrop: (id: string) => void
  /**
   * If the browser cancels the drag, this function is called with the order that the rows had before the
   * drag.
   */
  onCancel: (before: PlaylistEntry[]) => void
}

/**
 * If a row is dragged closer than this distance to the edge of the window, the page scrolls. The distance is
 * in pixels.
 */
const scrollEdge = 96
const scrollStep = 14

/**
 * Moves a row in the list `rows` while its handle is dragged with a mouse, pen or finger. The list captures
 * the pointer instead of the handle, because an element loses pointer capture when it moves in the document.
 */
export function useDragReorder(rows: RefObject<HTMLElement | null>, options: Options) {
  const [dragged, setDragged] = useState<string | null>(null)
  const before = useRef(options.entries)
  const start = (event: PointerEvent, id: string) => {
    if (event.button !== 0) return
    rows.current?.setPointerCapture(event.pointerId)
    before.current = options.entries
    setDragged(id)
  }
  const move = ({ clientY }: PointerEvent) => {
    if (dragged === null || !rows.current) return
    const bottoms = [...rows.current.children].map((row) => row.getBoundingClientRect().bottom)
    const under = bottoms.findIndex((bottom) => clientY < bottom)
    const to = under < 0 ? bottoms.length - 1 : under
    if (options.entries[to]?.item.id !== dragged) options.onMove(dragged, to)
    if (clientY < scrollEdge) scrollBy(0, -scrollStep)
    else if (clientY > innerHeight - scrollEdge) scrollBy(0, scrollStep)
  }
  const end = () => {
    if (dragged === null) return
    setDragged(null)
    const isMoved = before.current.some(({ item }, index) => options.entries[index]?.item.id !== item.id)
    if (isMoved) options.onDrop(dragged)
  }
  const cancel = () => {
    if (dragged !== null) options.onCancel(before.current)
    setDragged(null)
  }
  return {
    dragged,
    start,
    listHandlers: { onPointerMove: move, onPointerUp: end, onPointerCancel: cancel },
  }
}

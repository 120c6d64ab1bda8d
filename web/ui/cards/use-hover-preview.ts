import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

const hoverDelayMs = 400

/**
 * Decides when a card plays its preview: after the card has been hovered, focused with the keyboard or
 * pressed for 400 ms. Previews are never played if the user prefers reduced motion or has turned on the data
 * saver.
 */
export function useHoverPreview(card: RefObject<HTMLElement | null>, isEnabled: boolean) {
  const [playing, setPlaying] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLongPress = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const start = (byTouch = false) => {
    if (!isEnabled || prefersNoPreview()) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      wasLongPress.current = byTouch
      setPlaying(true)
    }, hoverDelayMs)
  }
  const stop = () => {
    clearTimeout(timer.current)
    setPlaying(false)
  }
  const handlers = {
    onPointerEnter: (event: PointerEvent) => isMouse(event) && start(),
    onPointerLeave: stop,
    onPointerDown: (event: PointerEvent) => {
      wasLongPress.current = false
      if (!isMouse(event)) start(true)
    },
    onPointerUp: (event: PointerEvent) => !isMouse(event) && stop(),
    onPointerCancel: stop,
    onFocus: (event: { target: Element }) => event.target.matches(':focus-visible') && start(),
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      if (!card.current?.contains(event.relatedTarget as Node | null)) stop()
    },
    // A long press must not follow the link or open the browser's context menu.
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!wasLongPress.current) return
      wasLongPress.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: { preventDefault(): void }) => wasLongPress.current && event.preventDefault(),
  }
  return { playing, handlers }
}

const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'

function prefersNoPreview() {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  return saving || matchMedia('(prefers-reduced-motion: reduce)').matches
}

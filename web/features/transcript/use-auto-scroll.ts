import { type RefObject, useEffect, useState } from 'react'

/**
 * Scrolls the list to the current line until the reader scrolls. Returns whether the list follows, and a function
 * that starts or stops following.
 */
export function useAutoScroll(list: RefObject<HTMLElement | null>, current: number) {
  const [isFollowing, setIsFollowing] = useState(true)
  useEffect(() => {
    if (isFollowing) scrollToTranscriptLine(list.current, current)
  }, [list, current, isFollowing])
  useEffect(() => {
    const element = list.current
    if (!element) return
    // Scroll events would not tell the reader from the list, which also scrolls when lines get their height.
    const stop = () => setIsFollowing(false)
    const onPress = ({ target }: Event) => target === element && stop() // the scroll bar
    const events = [
      ['wheel', stop],
      ['touchmove', stop],
      ['pointerdown', onPress],
    ] as const
    for (const [name, listener] of events) element.addEventListener(name, listener, { passive: true })
    return () => {
      for (const [name, listener] of events) element.removeEventListener(name, listener)
    }
  })
  return [isFollowing, setIsFollowing] as const
}

/** Scrolls the list, but not the page, so that the line is in its upper half. */
export function scrollToTranscriptLine(list: HTMLElement | null, index: number): void {
  const line = findTranscriptLine(list, index)?.closest('li')
  if (!list || !line) return
  const scroll = () => (list.scrollTop = line.offsetTop - list.clientHeight / 3)
  scroll()
  // The lines around it get their height only now (content-visibility).
  requestAnimationFrame(scroll)
}

export function findTranscriptLine(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-cue="${index}"]`) ?? null
}

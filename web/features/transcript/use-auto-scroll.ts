import { type RefObject, useEffect, useState } from 'react'

/**
 * Keeps the current line of the transcript visible until the reader scrolls. Returns whether the transcript
 * follows playback, and a function that turns following on or off.
 */
export function useAutoScroll(list: RefObject<HTMLElement | null>, current: number) {
  const [isFollowing, setIsFollowing] = useState(true)
  useEffect(() => {
    if (isFollowing) scrollToTranscriptLine(list.current, current)
  }, [list, current, isFollowing])
  useEffect(() => {
    const element = list.current
    if (!element) return
    // Do not listen for scroll events, because the list also scrolls when the heights of its lines become
    // known.
    const stop = () => setIsFollowing(false)
    const onPress = ({ target }: Event) => target === element && stop() // a press on the scroll bar
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

/** Scrolls the list, but not the page, until the line is in the upper half of the list. */
export function scrollToTranscriptLine(list: HTMLElement | null, index: number): void {
  const line = findTranscriptLine(list, index)?.closest('li')
  if (!list || !line) return
  const scroll = () => (list.scrollTop = line.offsetTop - list.clientHeight / 3)
  scroll()
  // The heights of the lines around this line become known only now (content-visibility).
  requestAnimationFrame(scroll)
}

export function findTranscriptLine(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-cue="${index}"]`) ?? null
}

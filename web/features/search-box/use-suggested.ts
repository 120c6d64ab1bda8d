import { useEffect, useState } from 'react'
import { getSuggestions, type Suggestion } from '#contract/search.ts'
import { callWith } from '#web/api/call.ts'

const pause = 120

export interface Suggested {
  /** What the items are for. */
  q: string
  items: Suggestion[]
}

/** Asks 120 ms after the last letter; an answer that is late for what stands in the box now is dropped. */
export function useSuggested(text: string): Suggested | undefined {
  const [suggested, setSuggested] = useState<Suggested>()
  const q = text.trim()
  useEffect(() => {
    if (!q) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await callWith(
        (path, init) => fetch(path, { ...init, signal: stop.signal }),
        getSuggestions,
        { query: { q } },
      ).catch(() => undefined) // refused or cut off: the box works without suggestions
      if (answer && !stop.signal.aborted) setSuggested({ q, items: answer.items })
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q])
  return q ? suggested : undefined
}

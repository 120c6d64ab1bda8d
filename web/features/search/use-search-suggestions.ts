import { useEffect, useState } from 'react'
import { getSearchSuggestions, type SearchSuggestion } from '#contract/discovery/search.ts'
import { callApiWithFetch } from '#web/api/api-client.ts'

const typingDelayMs = 120

export interface SuggestionsForQuery {
  /** The query that these suggestions belong to. */
  query: string
  items: SearchSuggestion[]
}

/**
 * Requests suggestions 120 ms after the last keystroke in the search box. Ignores a response if the query has
 * changed in the meantime.
 */
export function useSearchSuggestions(text: string): SuggestionsForQuery | undefined {
  const [suggested, setSuggested] = useState<SuggestionsForQuery>()
  const query = text.trim()
  useEffect(() => {
    if (!query) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await callApiWithFetch(
        (path, init) => fetch(path, { ...init, signal: stop.signal }),
        getSearchSuggestions,
        { query: { q: query } },
      ).catch(() => undefined) // rejected or offline: the search box works without suggestions
      if (answer && !stop.signal.aborted) setSuggested({ query, items: answer.items })
    }, typingDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  return query ? suggested : undefined
}

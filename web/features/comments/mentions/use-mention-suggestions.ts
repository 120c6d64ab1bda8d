import { useEffect, useState } from 'react'
import { getMentionSuggestions } from '#contract/engagement/mentions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { callApiWithFetch } from '#web/api/api-client.ts'

const typingDelayMs = 120

export type SuggestedPerson = ResponseOf<typeof getMentionSuggestions>['items'][number]

/**
 * Identifies where a comment is being written. For a reply, `threadId` is the id of the first comment in the
 * thread.
 */
export interface CommentTarget {
  contentId: string
  threadId?: string | undefined
}

interface Suggestions {
  query: string
  people: readonly SuggestedPerson[]
}

/**
 * Requests suggestions for a mention, 120 ms after the last keystroke. `query` is the beginning of the
 * username, or undefined while no mention is being typed. Returns undefined until the suggestions for the
 * current `query` have arrived.
 */
export function useMentionSuggestions(
  { contentId, threadId }: CommentTarget,
  query: string | undefined,
): readonly SuggestedPerson[] | undefined {
  const [latest, setLatest] = useState<Suggestions>()
  useEffect(() => {
    if (query === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await callApiWithFetch(
        (path, init) => fetch(path, { ...init, signal: stop.signal }),
        getMentionSuggestions,
        { params: { id: contentId }, query: { q: query, thread: threadId } },
      ).catch(() => undefined) // rejected or offline: people can still type the whole username
      if (answer && !stop.signal.aborted) setLatest({ query, people: answer.items })
    }, typingDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [contentId, threadId, query])
  if (query === undefined || latest === undefined || !query.startsWith(latest.query)) return undefined
  if (query === latest.query) return latest.people
  // While new suggestions are loading, the previous suggestions that still match stay visible.
  return latest.people.filter(({ username }) => username.toLowerCase().startsWith(query))
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ContentDetail } from '#contract/content/content.ts'
import { contentEventsPath, type LiveEventName, type LiveEvents } from '#contract/live-updates.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { type LiveUpdateListener, subscribeToLiveUpdates } from '#web/api/live-updates.ts'

type LiveVideoHandlers = {
  [Name in Exclude<LiveEventName, 'stream' | 'bell' | 'audience' | 'chat' | 'chat_held' | 'chat_settings'>]: (
    data: LiveEvents[Name],
  ) => void
}

/**
 * Receives live updates about a video while its page is open. The returned `listeners` receive all events,
 * including those of a broadcast's chat.
 */
export function useVideoLiveUpdates(
  item: Pick<ContentDetail, 'id' | 'live_cursor' | 'likes_count' | 'comments_count'>,
  first: ProcessingStatus | null,
  handlers: LiveVideoHandlers,
) {
  const [stream, setStream] = useState(first)
  const [renditions, setRenditions] = useState(0)
  const [listeners] = useState(() => new Set<LiveUpdateListener>())
  const handleEvent = useEffectEvent((name: LiveEventName, data: unknown) => {
    if (name === 'renditions') setRenditions((data as LiveEvents['renditions']).renditions.length)
    ;(handlers as Record<string, (data: unknown) => void>)[name]?.(data)
    for (const listen of listeners) listen(name, data)
  })
  const afresh = useRef(false)
  const [from, setFrom] = useState(item.live_cursor)
  // If the page has missed too many events, it reloads its data. Afterwards, resume from the cursor in the
  // reloaded data.
  useEffect(() => {
    if (!afresh.current) return
    afresh.current = false
    handleEvent('counts', item)
    // Events between the reset and the new cursor may be missing.
    for (const listen of listeners) listen('reset', {})
    setFrom(item.live_cursor)
  }, [item, listeners])
  useEffect(() => {
    const names = [
      'comment',
      'comment_reactions',
      'comment_deleted',
      'chat',
      'chat_held',
      'chat_settings',
      'counts',
      'renditions',
      'captions',
      'broadcast',
      'viewers',
      'gone',
    ] as const
    return subscribeToLiveUpdates(contentEventsPath(item.id), from, {
      ...Object.fromEntries(names.map((name) => [name, (data: unknown) => handleEvent(name, data)])),
      reset: (data) => {
        afresh.current = true
        handleEvent('reset', data)
      },
      stream: setStream,
    })
  }, [item.id, from])
  return { stream, renditions, listeners }
}

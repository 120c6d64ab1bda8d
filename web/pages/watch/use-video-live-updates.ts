import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ContentDetail } from '#contract/content/content.ts'
import { contentEventsPath, type LiveEventName, type LiveEvents } from '#contract/live-updates.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { subscribeToLiveUpdates } from '#web/api/live-updates.ts'

type LiveVideoHandlers = {
  [Name in Exclude<LiveEventName, 'stream' | 'bell' | 'audience'>]: (data: LiveEvents[Name]) => void
}

/** Receives live updates about a video while its page is open. */
export function useVideoLiveUpdates(
  item: Pick<ContentDetail, 'id' | 'live_cursor' | 'likes_count' | 'comments_count'>,
  first: ProcessingStatus | null,
  handlers: LiveVideoHandlers,
) {
  const [stream, setStream] = useState(first)
  const [renditions, setRenditions] = useState(0)
  const handleEvent = useEffectEvent(
    <Name extends keyof LiveVideoHandlers>(name: Name, data: LiveEvents[Name]) => {
      if (name === 'renditions') setRenditions((data as LiveEvents['renditions']).renditions.length)
      handlers[name](data)
    },
  )
  const afresh = useRef(false)
  const [from, setFrom] = useState(item.live_cursor)
  // If the page has missed too many events, it reloads its data. Afterwards, resume from the cursor in the
  // reloaded data.
  useEffect(() => {
    if (!afresh.current) return
    afresh.current = false
    handleEvent('counts', item)
    setFrom(item.live_cursor)
  }, [item])
  useEffect(
    () =>
      subscribeToLiveUpdates(contentEventsPath(item.id), from, {
        comment: (data) => handleEvent('comment', data),
        comment_reactions: (data) => handleEvent('comment_reactions', data),
        comment_deleted: (data) => handleEvent('comment_deleted', data),
        counts: (data) => handleEvent('counts', data),
        renditions: (data) => handleEvent('renditions', data),
        captions: (data) => handleEvent('captions', data),
        broadcast: (data) => handleEvent('broadcast', data),
        viewers: (data) => handleEvent('viewers', data),
        gone: (data) => handleEvent('gone', data),
        reset: (data) => {
          afresh.current = true
          handleEvent('reset', data)
        },
        stream: setStream,
      }),
    [item.id, from],
  )
  return { stream, renditions }
}

import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnContent } from '#contract/content.ts'
import { statusPoll } from '#contract/limits.ts'
import { getStream, type Stream } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { useWhileVisible } from './own-list.ts'

/**
 * Where an upload that is not done yet really is, every 3 s: the list itself knows neither queue nor time left.
 * A failed one is looked at once, for whether it may be tried again.
 */
export function useStream(item: OwnContent, onSettled: () => void): Stream | null {
  const [stream, setStream] = useState<Stream | null>(null)
  const pending = item.stream_status === 'received' || item.stream_status === 'processing'
  const wanted = pending || item.stream_status === 'failed'
  const look = async () => {
    // A look that fails is only a look that fails: the next one may work.
    const next = await call(getStream, { params: { streamId: item.stream_id } }).catch(() => null)
    if (!next) return
    setStream(next)
    if (pending && (next.ready || next.error)) onSettled()
  }
  const first = useEffectEvent(look)
  useWhileVisible(look, statusPoll.every, pending)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state comes later, from the server
    if (wanted) void first()
  }, [wanted])
  return wanted ? stream : null
}

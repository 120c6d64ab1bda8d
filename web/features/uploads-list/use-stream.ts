import { useEffect, useState } from 'react'
import type { OwnContent } from '#contract/content.ts'
import { statusPoll } from '#contract/limits.ts'
import { getStream, type Stream } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { useWhileVisible } from './own-list.ts'

/** Where an upload that is not done yet really is, every 3 s: the list itself knows neither queue nor time left. */
export function useStream(item: OwnContent, onSettled: () => void): Stream | null {
  const [stream, setStream] = useState<Stream | null>(null)
  const pending = item.stream_status === 'received' || item.stream_status === 'processing'
  const look = () =>
    call(getStream, { params: { streamId: item.stream_id } }).then(
      (next) => {
        setStream(next)
        if (next.ready || next.error) onSettled()
      },
      () => undefined,
    )
  useWhileVisible(look, statusPoll.every, pending)
  useEffect(() => {
    if (pending) void look()
    else setStream(null)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a first look, then the clock
  }, [pending, item.stream_id])
  return stream
}

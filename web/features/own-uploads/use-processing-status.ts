import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnContent } from '#contract/content/content.ts'
import { statusPolling } from '#contract/limits.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { usePollingWhileVisible } from './use-own-uploads.ts'

/**
 * Where an upload that is not done yet really is, every 3 s: the list itself knows neither queue nor time left.
 * A failed one is looked at once, for whether it may be tried again.
 */
export function useProcessingStatus(item: OwnContent, onSettled: () => void): ProcessingStatus | null {
  const [stream, setStream] = useState<ProcessingStatus | null>(null)
  const pending = item.stream_status === 'received' || item.stream_status === 'processing'
  const wanted = pending || item.stream_status === 'failed'
  const look = async () => {
    // A look that fails is only a look that fails: the next one may work.
    const next = await callApi(getProcessingStatus, { params: { streamId: item.stream_id } }).catch(
      () => null,
    )
    if (!next) return
    setStream(next)
    if (pending && (next.ready || next.error)) onSettled()
  }
  const first = useEffectEvent(look)
  usePollingWhileVisible(look, statusPolling.every, pending)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state comes later, from the server
    if (wanted) void first()
  }, [wanted])
  return wanted ? stream : null
}

import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnContent } from '#contract/content/own-content.ts'
import { processingStatusPollingSettings } from '#contract/limits.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { usePollingWhileVisible } from './own-uploads-polling.ts'

/**
 * Requests the processing status of an unfinished upload every 3 s, because the list of uploads contains
 * neither the position in the queue nor the remaining time. The status of a failed upload is requested once,
 * to find out whether the upload can be retried.
 */
export function useProcessingStatus(item: OwnContent, onSettled: () => void): ProcessingStatus | null {
  const [stream, setStream] = useState<ProcessingStatus | null>(null)
  const pending = item.stream_status === 'received' || item.stream_status === 'processing'
  const shouldPoll = pending || item.stream_status === 'failed'
  const poll = async () => {
    // Ignore the failed request, because the next one may succeed.
    const next = await callApi(getProcessingStatus, { params: { streamId: item.stream_id } }).catch(
      () => null,
    )
    if (!next) return
    setStream(next)
    if (pending && (next.ready || next.error)) onSettled()
  }
  const first = useEffectEvent(poll)
  usePollingWhileVisible(poll, processingStatusPollingSettings.interval, pending)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the response sets the state later
    if (shouldPoll) void first()
  }, [shouldPoll])
  return shouldPoll ? stream : null
}

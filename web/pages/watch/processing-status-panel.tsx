import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatProcessingTimeLeft } from './processing-time-left.ts'
import { processingStatusMessages } from '#web/messages/watch/processing-status.ts'

/** Shows the creator of the video how far processing has progressed and how much time is left. */
export default function ProcessingStatusPanel({
  stream,
  ready,
}: {
  stream: ProcessingStatus
  ready: boolean
}) {
  if (stream.error) {
    return (
      <EmptyState title={stream.error.title} drawing="plug">
        {stream.error.detail}
      </EmptyState>
    )
  }
  return (
    <div className={ready ? 'processing processing-slim' : 'processing'}>
      <div className="processing-inside">
        {!ready && <p className="processing-title">{processingStatusMessages.gettingReady}</p>}
        <p className="processing-text">{describeProcessing(stream, ready)}</p>
        <ProgressBar
          label={processingStatusMessages.processing}
          percent={stream.queue_place || stream.waiting_for ? null : stream.percent}
        />
      </div>
    </div>
  )
}

function describeProcessing(
  { state, percent, queue_place, eta_seconds, waiting_for }: ProcessingStatus,
  ready: boolean,
): string {
  if (state === 'uploading') return processingStatusMessages.unfinished
  if (waiting_for) return processingStatusMessages.paused
  if (queue_place) return processingStatusMessages.inLine({ place: queue_place })
  const left = eta_seconds === null ? null : formatProcessingTimeLeft(eta_seconds)
  const values = { percent: Math.round(percent) }
  const done =
    left === null
      ? processingStatusMessages.done(values)
      : processingStatusMessages.doneAndLeft({ ...values, left })
  return ready ? processingStatusMessages.moreQualities({ done }) : done
}

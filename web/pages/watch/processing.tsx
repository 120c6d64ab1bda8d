import type { Stream } from '#contract/uploads.ts'
import { Progress } from '#web/ui/progress.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { timeLeft } from './time-left.ts'

/** Shown to the creator only: what is being made of the upload, and how long it takes. */
export function Processing({ stream, ready }: { stream: Stream; ready: boolean }) {
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
        {!ready && <p className="processing-title">Getting it ready</p>}
        <p className="processing-text">{sentence(stream, ready)}</p>
        <Progress label="Processing" percent={stream.queue_place ? null : stream.percent} />
      </div>
    </div>
  )
}

function sentence({ state, percent, queue_place, eta_seconds }: Stream, ready: boolean): string {
  if (state === 'uploading') return 'The upload is not finished yet.'
  if (queue_place) return queue_place === 1 ? 'Next in line.' : `Number ${queue_place} in line.`
  const left = eta_seconds === null ? '' : `, ${timeLeft(eta_seconds)} left`
  const done = `${Math.round(percent)} %${left}`
  return ready ? `More qualities are on their way: ${done}` : done
}

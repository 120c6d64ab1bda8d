import type { Stream } from '#contract/uploads.ts'
import { Progress } from '#web/ui/progress.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { timeLeft } from './time-left.ts'
import { words } from '#web/words/watch.ts'

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
        {!ready && <p className="processing-title">{words.gettingReady}</p>}
        <p className="processing-text">{sentence(stream, ready)}</p>
        <Progress
          label={words.processing}
          percent={stream.queue_place || stream.waiting_for ? null : stream.percent}
        />
      </div>
    </div>
  )
}

function sentence({ state, percent, queue_place, eta_seconds, waiting_for }: Stream, ready: boolean): string {
  if (state === 'uploading') return words.unfinished
  if (waiting_for) return words.paused
  if (queue_place) return words.inLine(queue_place)
  const left = eta_seconds === null ? null : timeLeft(eta_seconds)
  const done = words.done(Math.round(percent), left)
  return ready ? words.moreQualities(done) : done
}

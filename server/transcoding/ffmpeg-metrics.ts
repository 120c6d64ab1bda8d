import { type FfmpegResult, setFfmpegObserver } from '#media/ffmpeg/run-ffmpeg.ts'
import { createHistogram } from '#server/platform/metrics/registry.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'

const runSeconds = createHistogram(
  'afterbell_ffmpeg_duration_seconds',
  'Duration of ffmpeg and ffprobe runs in seconds, by outcome',
  ['tool', 'outcome'],
  [0.1, 0.5, 2, 10, 60, 300, 1800, 7200],
)

/**
 * The metric label of each outcome. The list is ordered from the most to the least specific, because several
 * labels can apply to one run. Alerts and dashboards use these labels.
 */
const outcomeLabels = {
  notStarted: 'not_started',
  outOfResources: 'starved',
  stalled: 'stalled',
  timedOut: 'overran',
  aborted: 'stopped',
  killed: 'killed',
  failed: 'failed',
} as const

function outcomeOf(result: FfmpegResult): string {
  const outcomes = Object.keys(outcomeLabels) as (keyof typeof outcomeLabels)[]
  const outcome = outcomes.find((name) => result[name])
  return outcome ? outcomeLabels[outcome] : 'ok'
}

/**
 * Starts counting and tracing every ffmpeg run. Arguments are not recorded, because they contain file names.
 */
export function recordFfmpegMetrics(): void {
  setFfmpegObserver((tool, work) =>
    withSpan('internal', tool, {}, async (span) => {
      const startedAt = performance.now()
      const result = await work()
      const outcome = outcomeOf(result)
      runSeconds.observe({ tool, outcome }, (performance.now() - startedAt) / 1000)
      span.add({ 'afterbell.outcome': outcome, 'process.exit.code': result.code ?? undefined })
      if (!result.ok && outcome !== 'stopped') span.fail(outcome)
      return result
    }),
  )
}

import { type FfmpegResult, setFfmpegObserver } from '#media/ffmpeg/run-ffmpeg.ts'
import { createHistogram } from '#server/platform/metrics/registry.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'

const runSeconds = createHistogram(
  'afterbell_ffmpeg_duration_seconds',
  'Runs of ffmpeg and ffprobe, by how they ended, and the seconds they took',
  ['tool', 'outcome'],
  [0.1, 0.5, 2, 10, 60, 300, 1800, 7200],
)

/** From the most to the least specific, because several may apply to one run. */
const outcomePriority = [
  'notStarted',
  'starved',
  'stalled',
  'overran',
  'stopped',
  'killed',
  'failed',
] as const

function outcomeOf(ending: FfmpegResult): string {
  const word = outcomePriority.find((one) => ending[one]) ?? 'ok'
  return word === 'notStarted' ? 'not_started' : word
}

/**
 * Starts counting and tracing every ffmpeg run. Arguments are not recorded, because they contain file names.
 */
export function recordFfmpegMetrics(): void {
  setFfmpegObserver((tool, work) =>
    withSpan('internal', tool, {}, async (span) => {
      const startedAt = performance.now()
      const ending = await work()
      const outcome = outcomeOf(ending)
      runSeconds.observe({ tool, outcome }, (performance.now() - startedAt) / 1000)
      span.add({ 'afterbell.outcome': outcome, 'process.exit.code': ending.code ?? undefined })
      if (!ending.ok && outcome !== 'stopped') span.fail(outcome)
      return ending
    }),
  )
}

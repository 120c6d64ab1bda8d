import { type Ending, watchRuns } from '#media/ffmpeg.ts'
import { histogram } from '../platform/metrics/registry.ts'
import { inSpan } from '../platform/trace/trace.ts'

const runSeconds = histogram(
  'afterbell_ffmpeg_duration_seconds',
  'Runs of ffmpeg and ffprobe, by how they ended, and the seconds they took',
  ['tool', 'outcome'],
  [0.1, 0.5, 2, 10, 60, 300, 1800, 7200],
)

/** From what tells most to what tells least: several may hold of one run. */
const words = ['notStarted', 'starved', 'stalled', 'overran', 'stopped', 'killed', 'failed'] as const

function outcomeOf(ending: Ending): string {
  const word = words.find((one) => ending[one]) ?? 'ok'
  return word === 'notStarted' ? 'not_started' : word
}

/** Counts every run from now on, and traces it. What it was asked to do stays here: it names files. */
export function measureRuns(): void {
  watchRuns((tool, work) =>
    inSpan('internal', tool, {}, async (span) => {
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

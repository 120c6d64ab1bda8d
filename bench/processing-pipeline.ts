import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setAutogroupNice } from '#media/sandbox/autogroup.ts'
import { buildReferenceLadderCommand } from '#media/encode/benchmark-baseline-command.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { type UploadResult, uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import type { SourceClip } from './source-clips.ts'
import type { BenchMetric } from './bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'

/**
 * The processing times of one uploaded video, and the duration of a plain ffmpeg run, in seconds. Plain
 * ffmpeg runs after the product has processed the upload, and creates the same renditions.
 */
export interface PipelineComparison {
  probed: number
  first: number
  ladder: number
  done: number
  plainFfmpeg: number
}

/**
 * Processes the clip with the product and with plain ffmpeg in turn, because only consecutive runs are
 * comparable on a shared machine.
 */
export async function comparePipelineWithPlainFfmpeg(
  member: HttpTestClient,
  bench: SourceClip,
  runs: number,
): Promise<PipelineComparison[]> {
  const pairs: PipelineComparison[] = []
  for (let nth = 0; nth < runs; nth++) {
    const ours = await timePipeline(member, bench)
    pairs.push({ ...ours, plainFfmpeg: await timePlainFfmpeg(bench) })
  }
  return pairs
}

async function timePipeline(
  member: HttpTestClient,
  { path, name }: SourceClip,
): Promise<Omit<PipelineComparison, 'plainFfmpeg'>> {
  const fileName = path.split('/').at(-1)!
  const fate = await uploadAndAwaitProcessing(member, { path, fileName, title: `Bench, ${name}`, by: 'tus' })
  return { ...requireFinished(fate), done: fate.doneAfter }
}

function requireFinished({ stream, probedAfter, firstAfter, ladderAfter }: UploadResult) {
  if (stream.state !== 'ready' || probedAfter === null || firstAfter === null || ladderAfter === null)
    throw new Error(`the upload ended as ${stream.state}: ${stream.error?.detail}`)
  return { probed: probedAfter, first: firstAfter, ladder: ladderAfter }
}

/**
 * Runs plain ffmpeg with the priority of the product's transcodes (`nice -n 10` and a separate session). The
 * equal priority keeps the CPU scheduler from favoring either the product or plain ffmpeg.
 */
async function timePlainFfmpeg({ path, source }: SourceClip): Promise<number> {
  const out = await mkdtemp(join(tmpdir(), 'afterbell-plain-'))
  const startedAt = performance.now()
  const words = ['-n', '10', ...buildReferenceLadderCommand(source, path, out)]
  const child = spawn('nice', words, { stdio: 'inherit', detached: true })
  if (child.pid) void setAutogroupNice(child.pid, 10)
  const endToo = () => child.kill('SIGKILL')
  process.once('exit', endToo)
  const [code] = await once(child, 'close')
  process.off('exit', endToo)
  const seconds = (performance.now() - startedAt) / 1000
  await rm(out, { recursive: true, force: true })
  if (code !== 0) throw new Error(`the plain ffmpeg run ended with code ${code}`)
  return seconds
}

/**
 * Returns medians over all pairs of a product run and a plain ffmpeg run. Ratios are computed within each
 * pair of runs.
 */
export function toPipelineComparisonMetrics(
  { name, source }: SourceClip,
  pairs: readonly PipelineComparison[],
): BenchMetric[] {
  const of = (value: (pair: PipelineComparison) => number) => median(pairs.map(value))
  const first: BenchMetric = source.remuxable
    ? { name: `${name}: upload end → first playable`, value: of((pair) => pair.first), unit: 's', max: 3 }
    : { name: `${name}: upload end → first playable`, value: of((pair) => pair.first), unit: 's' }
  const ratio: BenchMetric = {
    name: `${name}: first playable ÷ plain ladder`,
    value: of((pair) => pair.first / pair.plainFfmpeg),
    unit: '×',
    ...(!source.remuxable && { max: 0.25 }),
  }
  return [
    { name: `${name}: upload end → probed`, value: of((pair) => pair.probed), unit: 's' },
    first,
    { name: `${name}: upload end → whole ladder`, value: of((pair) => pair.ladder), unit: 's' },
    { name: `${name}: upload end → storyboard and loudness too`, value: of((pair) => pair.done), unit: 's' },
    { name: `${name}: one plain ffmpeg run of the ladder`, value: of((pair) => pair.plainFfmpeg), unit: 's' },
    ratio,
    {
      name: `${name}: whole ladder ÷ plain ladder`,
      value: of((pair) => pair.ladder / pair.plainFfmpeg),
      unit: '×',
      max: 1.1,
    },
  ]
}

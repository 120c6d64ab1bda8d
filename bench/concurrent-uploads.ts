import { setTimeout as pause } from 'node:timers/promises'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { type UploadResult, uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import type { MemberFactory } from './bench-servers.ts'
import type { SourceClip } from './source-clips.ts'
import type { BenchMetric } from './bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'

/**
 * The processing times in one round, in seconds from the end of the upload. The times are measured for a
 * short clip alone, for the same clip while a long clip is being transcoded, and for two identical long clips
 * at once.
 */
export interface ConcurrentUploadTimings {
  alone: { first: number; ladder: number }
  beside: { first: number; ladder: number }
  /**
   * Two identical clips are uploaded at the same time. The number of seconds until all renditions of each
   * clip were encoded, shortest first.
   */
  equal: [number, number]
  /**
   * The transcoding time of the long clip in seconds: alone, and while the short clip is also being
   * transcoded.
   */
  long: { alone: number; beside: number }
}

/**
 * Measures how concurrent transcodes share a machine. Each round transcodes the clips one at a time and then
 * concurrently. If the speed of a shared machine changes during the benchmark, the change affects the single
 * and the concurrent transcodes equally.
 */
export async function benchConcurrentUploads(
  newcomer: MemberFactory,
  long: SourceClip,
  brief: SourceClip,
  runs: number,
): Promise<ConcurrentUploadTimings[]> {
  const rounds: ConcurrentUploadTimings[] = []
  for (let nth = 0; nth < runs; nth++) {
    const member = await newcomer()
    const alone = requirePlayable(await uploadClip(member, brief))
    const longAlone = requirePlayable(await uploadClip(member, long)).ladder
    const playable = Promise.withResolvers<void>()
    const making = uploadClip(member, long, playable.resolve)
    await Promise.race([playable.promise, making])
    await pause(2000) // by now, renditions are in progress and thumbnails exist
    const beside = requirePlayable(await uploadClip(member, brief))
    const longBeside = requirePlayable(await making).ladder
    const [one, other] = await Promise.all([uploadClip(member, long), uploadClip(member, long)])
    const ends = [requirePlayable(one).ladder, requirePlayable(other).ladder].toSorted((a, b) => a - b)
    rounds.push({
      alone,
      beside,
      equal: [ends[0]!, ends[1]!],
      long: { alone: longAlone, beside: longBeside },
    })
  }
  return rounds
}

function uploadClip(
  member: HttpTestClient,
  { path, name }: SourceClip,
  onPlayable = () => {},
): Promise<UploadResult> {
  const fileName = path.split('/').at(-1)!
  return uploadAndAwaitProcessing(member, { path, fileName, title: `Bench, ${name}`, by: 'tus', onPlayable })
}

function requirePlayable({ stream, firstAfter, ladderAfter }: UploadResult) {
  if (stream.state !== 'ready' || firstAfter === null || ladderAfter === null)
    throw new Error(`the upload ended as ${stream.state}: ${stream.error?.detail}`)
  return { first: firstAfter, ladder: ladderAfter }
}

/** Returns medians over the rounds. Ratios are computed within each round. */
export function toConcurrentUploadMetrics(
  where: string,
  rounds: readonly ConcurrentUploadTimings[],
): BenchMetric[] {
  const of = (value: (round: ConcurrentUploadTimings) => number) => median(rounds.map(value))
  const figure = (
    what: string,
    value: (round: ConcurrentUploadTimings) => number,
    unit: 's' | '×',
    bar?: number,
  ): BenchMetric => ({
    name: `${where}: ${what}`,
    value: of(value),
    unit,
    ...(bar !== undefined && { max: bar }),
  })
  return [
    figure('short, alone: first playable', ({ alone }) => alone.first, 's'),
    figure('short, while a long one is transcoded: first playable', ({ beside }) => beside.first, 's'),
    figure(
      'short: first playable while transcoding ÷ alone',
      ({ alone, beside }) => beside.first / alone.first,
      '×',
      2.5,
    ),
    figure('short, while a long one is transcoded: whole ladder', ({ beside }) => beside.ladder, 's'),
    figure('long, alone: whole ladder', ({ long }) => long.alone, 's'),
    figure('long, with the short one: whole ladder', ({ long }) => long.beside, 's'),
    figure('two equal: later one complete', ({ equal }) => equal[1], 's'),
    figure('two equal: later ÷ earlier', ({ equal }) => equal[1] / equal[0], '×'),
    figure('two equal: later ÷ twice alone', ({ equal, long }) => equal[1] / (2 * long.alone), '×', 1.2),
  ]
}

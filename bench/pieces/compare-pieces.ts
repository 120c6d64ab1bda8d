import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBitrateLadder, type LadderRung } from '#media/encode/bitrate-ladder.ts'
import { encodeRemainingRenditions } from '#media/encode/encode.ts'
import { hlsSegmentSeconds } from '#media/encode/encode-commands.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { encodePiece, encodePieceAudio } from '#media/pieces/encode-piece.ts'
import { listAudioBitrates } from '#media/pieces/piece-commands.ts'
import { joinPieces } from '#media/pieces/join-pieces.ts'
import { getPieceFrames, planPieces } from '#media/pieces/plan-pieces.ts'
import { probeVideo, type VideoSource } from '#media/probe/probe-video.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { compareFrames } from './compare-frames.ts'
import { type Cost, measureCost } from './measure-cost.ts'
import { encodeWithPinnedWorkers } from './pinned-workers.ts'
import { simulateWorkers } from './simulate-workers.ts'

/** Encodes the film in one run, in pieces of all rungs, and in pieces of two groups, and compares the results. */
export async function comparePieces(
  folder: string,
  film: string,
  pieceSeconds: number,
): Promise<BenchMetric[]> {
  const source = await probeVideo(film)
  const rungs = buildBitrateLadder(source)
  const work = { folder, film, source, pieces: planPieces(source, pieceSeconds / hlsSegmentSeconds) }
  console.log(
    `${source.duration.toFixed(1)} s, ${source.width}×${source.height}, ${work.pieces.length} pieces`,
  )

  const whole = join(folder, 'whole')
  await mkdir(whole)
  const done = { name: 'source' } as Rendition
  let expected: Rendition[] = []
  const run = await measureCost('one run', async () => {
    expected = await encodeRemainingRenditions({ source, input: film, out: whole, done })
  })
  const audio = source.audio
    ? await measureCost('audio', () => encodeAudio(work, rungs))
    : { cpu: 0, wall: 0 }
  const all = await encodeGroup(work, rungs, 'all')
  const low = await encodeGroup(work, rungs.filter(isLow), 'low')
  const high = await encodeGroup(
    work,
    rungs.filter((rung) => !isLow(rung)),
    'high',
  )
  const pinned = await encodeWithPinnedWorkers(film, join(folder, 'pinned'), work.pieces)

  // Comparing the highest rung would take as long as encoding it.
  const compared = expected.findLast((rendition) => rendition.height > 0 && isLow(rendition))!
  const seams = work.pieces.slice(1).map((piece) => getPieceFrames(source, piece).first)
  const frames = await compareFrames({ film, whole, joined: join(folder, 'all'), rendition: compared, seams })
  const isSame = await hasSamePlaylists(whole, join(folder, 'all'), rungs)
  const twoGroups = audio.wall + low.total.wall + high.total.wall
  const scale = (2 * 3600) / source.duration
  return [
    { name: 'one run: processor time', value: run.cpu, unit: 's' },
    {
      name: 'pieces of all rungs: processor time',
      value: (audio.cpu + all.total.cpu) / run.cpu,
      unit: '×',
      max: 1.02,
    },
    {
      name: 'pieces of two groups: processor time',
      value: (audio.cpu + low.total.cpu + high.total.cpu) / run.cpu,
      unit: '×',
      max: 1.16,
    },
    { name: 'audio: processor time', value: audio.cpu, unit: 's' },
    { name: 'one run: time', value: run.wall, unit: 's' },
    { name: 'pieces of two groups: time', value: twoGroups, unit: 's' },
    { name: 'playlists that differ from one run', value: isSame ? 0 : 1, unit: '', max: 0 },
    {
      name: `frames of ${compared.name} that are missing or shown twice`,
      value: frames.missing,
      unit: '',
      max: 0,
    },
    {
      name: `SSIM of ${compared.name} at seams, compared with the other frames`,
      value: frames.seamSimilarity,
      unit: '×',
      min: 0.995,
    },
    {
      name: '480p published, of the whole time',
      value: (audio.wall + low.total.wall) / twoGroups,
      unit: '×',
      max: 0.25,
    },
    {
      name: 'two workers with a core each, compared with one that has both',
      value: pinned / sum(all.pieces),
      unit: '×',
      max: 1.1,
    },
    {
      name: 'two hours by ten such machines (simulated)',
      value:
        simulateWorkers(10, scale, {
          audio: audio.wall,
          pieces: [...low.pieces, ...high.pieces],
          join: high.join,
        }) / 60,
      unit: 'min',
      max: 20,
    },
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const isLow = ({ width, height }: Pick<LadderRung, 'width' | 'height'>) => Math.min(width, height) <= 480

interface Work {
  folder: string
  film: string
  source: VideoSource
  pieces: ReturnType<typeof planPieces>
}

async function encodeAudio({ folder, film, source }: Work, rungs: LadderRung[]): Promise<void> {
  const out = join(folder, 'audio')
  await mkdir(out)
  for (const bitrate of listAudioBitrates(rungs))
    await encodePieceAudio({ source, input: film, out }, bitrate)
}

/** Encodes the pieces of these rungs one after another, and joins them. */
async function encodeGroup({ folder, film, source, pieces }: Work, rungs: LadderRung[], name: string) {
  const out = join(folder, name)
  await mkdir(out)
  const costs: Cost[] = []
  for (const piece of rungs.length > 0 ? pieces : []) {
    const at = join(out, `${piece.firstSegment}`)
    await mkdir(at)
    costs.push(
      await measureCost(`piece of ${name} rungs`, () =>
        encodePiece({ source, input: film, out: at, rungs, piece }),
      ),
    )
  }
  const joining = await measureCost(`join of ${name} rungs`, async () => {
    for (const { name: rung, audioBitrate } of rungs) {
      const paths = pieces.map(({ firstSegment }) => join(out, `${firstSegment}`, `${rung}.mp4`))
      const audio = source.audio ? join(folder, 'audio', `audio_${audioBitrate}.mp4`) : null
      await joinPieces({ source, out, audio }, rung, iterate(paths))
      for (const path of paths) await rm(path)
    }
  })
  const steps = [...costs, joining]
  const total = { cpu: sum(steps.map(({ cpu }) => cpu)), wall: sum(steps.map(({ wall }) => wall)) }
  return { total, pieces: costs.map(({ wall }) => wall), join: joining.wall }
}

async function* iterate<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

async function hasSamePlaylists(whole: string, joined: string, rungs: LadderRung[]): Promise<boolean> {
  for (const { name } of rungs) {
    const [one, other] = [whole, joined].map((out) => readFile(join(out, name, 'index.m3u8'), 'utf8'))
    if ((await one) !== (await other)) return false
  }
  return true
}

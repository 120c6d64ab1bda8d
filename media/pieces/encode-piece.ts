import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { LadderRung } from '../encode/bitrate-ladder.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { countCompleteFragments, shiftFragmentTimes, truncateAfterFragments } from '../mp4/fragment-times.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { buildAudioCommand, buildPieceCommand, type EncoderOptions } from './piece-commands.ts'
import { getPieceFrames, type Piece } from './plan-pieces.ts'

export type PieceJob = {
  source: VideoSource
  /** The path of the uploaded file. */
  input: string
  /** An empty folder for the output files. */
  out: string
  rungs: readonly LadderRung[]
  signal?: AbortSignal | undefined
  /** Called with the completed fraction, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /** The encoder of the video. By default, the options of the initial encoding. */
  encoderOptions?: EncoderOptions | undefined
  nice?: number | undefined
}

/**
 * Encodes the video of a piece in all rungs, and returns the names of the files, one for each rung. Throws if
 * a file does not contain exactly the frames of the piece.
 */
export async function encodePiece(job: PieceJob & { piece: Piece }): Promise<string[]> {
  const { source, rungs, piece, encoderOptions } = job
  const range = getPieceFrames(source, piece)
  const seconds =
    (range.frames / getPieceFrames(source, { firstSegment: 0, segments: null }).frames) * source.duration
  const args = buildPieceCommand(source, resolve(job.input), rungs, range, encoderOptions)
  await run(job, args, seconds)
  await placePiece(job, piece)
  return rungs.map(({ name }) => `${name}.mp4`)
}

/**
 * Keeps the complete segments of a piece whose encoding was interrupted. Returns their number, and the names of
 * the files as `encodePiece` does. Returns null if no segment is complete in all rungs. The remaining segments
 * then become another piece.
 */
export async function keepCompleteSegments(
  job: Pick<PieceJob, 'source' | 'out' | 'rungs'>,
  { firstSegment, segments }: Piece,
): Promise<{ segments: number; files: string[] } | null> {
  const paths = job.rungs.map(({ name }) => join(job.out, `${name}.mp4`))
  const counts = await Promise.all(paths.map((path) => countCompleteFragments(path).catch(() => 0)))
  // The last segment of a video can consist of a few frames, which would be too short for a piece.
  const most = segments === null ? Math.min(...counts) - 2 : Math.min(...counts, segments - 1)
  if (most < 1) return null
  for (const path of paths) await truncateAfterFragments(path, most)
  await placePiece(job, { firstSegment, segments: most })
  return { segments: most, files: job.rungs.map(({ name }) => `${name}.mp4`) }
}

/** Moves the frames of an encoded piece to their place in the video, and checks their number. */
async function placePiece({ source, rungs, out }: Pick<PieceJob, 'source' | 'out' | 'rungs'>, piece: Piece) {
  const range = getPieceFrames(source, piece)
  for (const rung of rungs) {
    const frames = await shiftFragmentTimes(join(out, `${rung.name}.mp4`), range.first / rung.frameStep)
    const expected = Math.ceil(range.frames / rung.frameStep)
    if (piece.segments === null ? frames > expected : frames !== expected)
      throw new Error(`${rung.name}: ${frames} frames instead of ${expected}`)
  }
}

/** Encodes the audio of the whole video at a bit rate, in bits per second, as `audioFileName`. */
export async function encodePieceAudio(job: Omit<PieceJob, 'rungs'>, bitrate: number): Promise<void> {
  await run(job, buildAudioCommand(job.source, resolve(job.input), bitrate), job.source.duration)
}

/** Runs ffmpeg. `seconds` is the duration of the output. */
async function run(
  { source, input, out, signal, onProgress, nice }: Omit<PieceJob, 'rungs'>,
  args: string[],
  seconds: number,
) {
  const onLine = (line: string) => {
    const time = /^out_time_us=(\d+)/.exec(line)?.[1]
    if (time !== undefined) onProgress?.(Math.min(1, Number(time) / 1e6 / seconds))
  }
  const limits = {
    // Finding the beginning of the piece can mean reading the whole file.
    cpuSeconds: 600 + source.duration + seconds * 120,
    memory: (6 + availableParallelism() / 2) * GIB,
    // The frames before the piece are decoded without any progress.
    stallTimeoutSeconds: 300,
  }
  throwIfFfmpegFailed(
    await runFfmpeg({ tool: 'ffmpeg', args, input, folder: out, signal, onLine, nice, ...limits }),
    'encoding',
    signal,
  )
}

const GIB = 1024 ** 3

import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { emptyFolder } from '../ffmpeg/empty-folder.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { buildBitrateLadderCommand, ffmpegLogOptions, buildRemuxCommand } from './encode-commands.ts'
import { foregroundNiceLevel, runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { audioOnlyRung, chooseFirstRung, buildBitrateLadder, type LadderRung } from './bitrate-ladder.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import type { Rendition } from '../hls/rendition.ts'
import { stripEncoderTags } from '../mp4/encoder-tags.ts'
import { verifyRendition, verifyAudioRendition } from '../hls/verify-rendition.ts'

export type EncodeJob = {
  source: VideoSource
  /** The path of the uploaded file. */
  input: string
  /** The output folder, which must exist. Each rendition gets a subfolder. */
  out: string
  signal?: AbortSignal | undefined
  /** Called with the completed fraction, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}

type PrioritizedEncodeJob = EncodeJob & { nice?: number }

/**
 * Creates and verifies the first playable rendition. If browsers can play the source's own video, and if the
 * beginning can be decoded, cuts this video into segments (a rendition named `source`). Encodes a low rung if
 * the source's own video cannot be used as is.
 */
export async function encodeFirstRendition(job: EncodeJob): Promise<Rendition> {
  const remuxed = job.source.remuxable ? await remux(job) : null
  return (
    remuxed ??
    (
      await encodeRungs({ ...job, nice: foregroundNiceLevel }, [
        chooseFirstRung(buildBitrateLadder(job.source)),
      ])
    )[0]!
  )
}

/**
 * Cuts the source's own video into segments and, in parallel, checks whether the beginning of the video can
 * be decoded. The caller must remove `source` from the master playlist.
 */
async function remux(job: EncodeJob): Promise<Rendition | null> {
  const copyAbort = new AbortController()
  const signal = AbortSignal.any([copyAbort.signal, ...(job.signal ? [job.signal] : [])])
  const isDecodable = canDecodeStart(job).then((canDecode) => {
    if (!canDecode) copyAbort.abort()
    return canDecode
  })
  const args = buildRemuxCommand(job.source, resolve(job.input))
  const [copied] = await Promise.allSettled([
    encodeAndVerify({ ...job, signal, nice: foregroundNiceLevel }, args, ['source']),
    isDecodable,
  ])
  if (!(await isDecodable) && !job.signal?.aborted) {
    await rm(join(job.out, 'source'), { recursive: true, force: true })
    return null
  }
  if (copied.status === 'rejected') throw copied.reason
  return copied.value[0]!
}

/**
 * Decodes the keyframes and the audio of the first 12 s in parallel with the remux. The decoding takes 0.1 s.
 * A remux decodes nothing, so without this check, a corrupt video would be shown as playable until encoding
 * the ladder fails.
 */
async function canDecodeStart({ source, input, signal }: EncodeJob): Promise<boolean> {
  const inputOptions = buildFfmpegFileInputOptions(source.demuxer, resolve(input))
  const tracks = [source.video, ...(source.audio ? [source.audio.index] : [])]
  const args = [
    ...ffmpegLogOptions,
    ...ffmpegOptions({ t: 12, skip_frame: 'nokey' }),
    ...inputOptions,
    ...tracks.flatMap((index) => ['-map', `0:${index}`]),
    ...ffmpegOptions({ f: 'null' }),
    '-',
  ]
  let frames = 0
  const onLine = (line: string) => (frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames))
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args,
    input,
    signal,
    onLine,
    timeoutSeconds: 30,
    nice: foregroundNiceLevel,
  })
  return result.ok && frames > 0
}

/**
 * Encodes and verifies all remaining rungs, lowest first, and the audio-only rung if the source has audio. A
 * remuxed first rendition (`source`) does not replace a rung, because its keyframes are not aligned with the
 * keyframes of the encoded rungs. The caller removes `source` from the master playlist. The returned list may
 * be empty.
 */
export async function encodeRemainingRenditions(job: EncodeJob & { done: Rendition }): Promise<Rendition[]> {
  const rungs = buildBitrateLadder(job.source).filter((rung) => rung.name !== job.done.name)
  const withAudio = job.source.audio !== null
  return rungs.length === 0 && !withAudio ? [] : encodeRungs(job, rungs, { withAudio })
}

async function encodeRungs(
  job: PrioritizedEncodeJob,
  rungs: LadderRung[],
  { withAudio = false } = {},
): Promise<Rendition[]> {
  const args = buildBitrateLadderCommand(job.source, resolve(job.input), rungs, { withAudio })
  const names = rungs.map((rung) => rung.name)
  await runEncode(job, args, withAudio ? [...names, audioOnlyRung.name] : names)
  const renditions = await Promise.all(names.map((name) => verifyEncoded(job, name)))
  const audio = withAudio && (await verifyEncodedAudio(job))
  return audio ? [...renditions, audio] : renditions
}

async function encodeAndVerify(
  job: PrioritizedEncodeJob,
  args: string[],
  names: string[],
): Promise<Rendition[]> {
  await runEncode(job, args, names)
  return Promise.all(names.map((name) => verifyEncoded(job, name)))
}

async function runEncode(job: PrioritizedEncodeJob, args: string[], names: string[]): Promise<void> {
  const { source, input, out, signal, onProgress, nice } = job
  for (const name of names) await emptyFolder(join(out, name))
  const onLine = (line: string) => {
    const time = /^out_time_us=(\d+)/.exec(line)?.[1]
    if (time !== undefined) onProgress?.(Math.min(1, Number(time) / 1e6 / source.duration))
  }
  throwIfFfmpegFailed(
    await runFfmpeg({
      tool: 'ffmpeg',
      args,
      input,
      folder: out,
      signal,
      onLine,
      nice,
      ...encodeLimits(source),
    }),
    'encoding',
    signal,
  )
}

async function verifyEncoded({ out, source }: PrioritizedEncodeJob, name: string): Promise<Rendition> {
  await stripEncoderTags(join(out, name, 'init.mp4'))
  return verifyRendition(join(out, name), source)
}

/**
 * Verifies the audio-only rung. If the audio is incomplete, returns null instead of failing, because the
 * video can be published without an audio-only rung.
 */
async function verifyEncodedAudio({ out, source }: PrioritizedEncodeJob): Promise<Rendition | null> {
  const folder = join(out, audioOnlyRung.name)
  try {
    await stripEncoderTags(join(folder, 'init.mp4'))
    return await verifyAudioRendition(folder, source)
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
}

const GIB = 1024 ** 3

// The largest ladder (2160p60) took about 25 s of CPU time per second of video. The CPU time limit is higher
// to allow for slower machines. Every core adds threads, and every thread adds its stack and heap to the
// address space.
function encodeLimits(source: VideoSource) {
  return { cpuSeconds: 600 + source.duration * 120, memory: (6 + availableParallelism() / 2) * GIB }
}

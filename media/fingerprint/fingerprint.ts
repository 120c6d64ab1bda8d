import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { metadataStrippingOptions, ffmpegLogOptions } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { buildFfmpegFileInputOptions, buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { grayFrameByteLength, hashFrames } from './perceptual-hash.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { streamRenditionBytes, type Rendition } from '../hls/rendition.ts'

/** Returns the SHA-256 of a file's content, to recognize the same file under any name. */
export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash)
  return hash.digest()
}

export type FingerprintJob = {
  source: VideoSource
  /** The path of the uploaded file, which is not read if `rendition` is set. */
  input: string
  /** The folder for temporary files. */
  out: string
  /**
   * A rendition of this video, ideally the smallest one. The rendition's files must be in the `out` folder.
   */
  rendition?: Rendition | undefined
  signal?: AbortSignal | undefined
}

/** Only this many seconds from the start of a video are hashed. */
const maxSeconds = 3600

/** Returns the perceptual hash of a video: eight bytes per second (perceptual-hash.ts) for up to an hour. */
export async function computeVideoHash({
  source,
  input,
  out,
  rendition,
  signal,
}: FingerprintJob): Promise<Buffer> {
  const path = join(resolve(out), 'look.gray')
  const inputOptions = rendition
    ? [...fastDecodeOptions, ...buildFfmpegStdinInputOptions(), '-map', '0:v:0']
    : [
        ...fastDecodeOptions,
        ...buildFfmpegFileInputOptions(source.demuxer, resolve(input)),
        '-map',
        `0:${source.video}`,
      ]
  const args = [...ffmpegLogOptions, ...inputOptions, ...grayOutputOptions, ...metadataStrippingOptions, path]
  const stdin = rendition && Readable.from(streamRenditionBytes(out, rendition))
  const run = { tool: 'ffmpeg', args, input: rendition ? undefined : input, folder: out } as const
  throwIfFfmpegFailed(
    await runFfmpeg({ ...run, stdin, signal, cpuSeconds: 300 + source.duration * 10 }),
    'look',
    signal,
  )
  const frames = await readFile(path)
  await rm(path)
  return hashFrames(frames)
}

// Skips non-reference frames and the loop filter, because neither makes a difference at 64 × 64 pixels.
const fastDecodeOptions = ffmpegOptions({ skip_frame: 'noref', skip_loop_filter: 'all' })

const frameSide = Math.sqrt(grayFrameByteLength)
const grayOutputOptions = ffmpegOptions({
  an: true,
  t: maxSeconds,
  vf: `fps=1:start_time=0:eof_action=pass,scale=${frameSide}:${frameSide}:flags=area,format=gray`,
  f: 'rawvideo',
})

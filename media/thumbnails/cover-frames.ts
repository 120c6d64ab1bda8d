import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { throwIfFfmpegFailed } from '../ffmpeg/failures.ts'
import { stripMetadataOptions, quietOptions } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { encodedVideoFormat, videoFilterChain } from '../ffmpeg/filters.ts'
import { stdinInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { streamRenditionBytes, type Rendition, listSegments } from '../hls/rendition.ts'
import { fitWithin } from '../probe/video-properties.ts'

/** Where in the film they are taken, as parts of its duration. */
const framePositions = [0.2, 0.5, 0.8]

/** Pixels of the longer side. */
const maxSide = 1280

/**
 * Writes `frame_1.webp` … `frame_3.webp`: three moments of a film, at most 1280 on a side, for its creator to choose a cover
 * from. Returns the names of those that came to be: a very short film may have fewer. `renditions`: those that we encoded, of
 * which one stands in for the film. To reach a moment in it takes four seconds of decoding at most, in the film as many as
 * lie between its keyframes: 0.5 instead of 2.5 s of processor time where that was 10 s.
 */
export async function extractCoverFrames(job: {
  source: VideoSource
  out: string
  renditions: readonly Rendition[]
  signal?: AbortSignal | undefined
}): Promise<string[]> {
  const { source, out, signal } = job
  const from = smallestSufficientRendition(job.renditions, source)
  const times = framePositions.map((part) => part * source.duration)
  const segments = (await listSegments(out, from)).filter(({ start, end }) =>
    times.some((time) => time >= start && time < end),
  )
  const begin = segments[0]?.start ?? 0
  const args = framesCommand(
    source,
    times.map((time) => time - begin),
    resolve(out),
  )
  const files = [`${from.name}/init.mp4`, ...segments.map(({ file }) => file)]
  const stdin = Readable.from(streamRenditionBytes(out, { files }))
  throwIfFfmpegFailed(
    await runFfmpeg({ tool: 'ffmpeg', args, folder: out, stdin, signal, cpuSeconds: 300 }),
    'frames',
    signal,
  )
  const sizes = await Promise.all(frameNames.map((name) => stat(join(out, name)).catch(() => null)))
  return frameNames.filter((_, i) => sizes[i]?.size)
}

const frameNames = framePositions.map((_, i) => `frame_${i + 1}.webp`)

/** The smallest that still has every pixel a frame shall have. */
function smallestSufficientRendition(renditions: readonly Rendition[], source: VideoSource): Rendition {
  const needed = Math.min(maxSide, Math.max(source.width, source.height))
  const ascending = renditions.toSorted((a, b) => a.width * a.height - b.width * b.height)
  const chosen = ascending.find(({ width, height }) => Math.max(width, height) >= needed) ?? ascending.at(-1)
  if (!chosen) throw new Error('no rendition to take frames from')
  return chosen
}

/** One decode of the segments that matter. `times` are seconds from the beginning of the first of them. */
function framesCommand(source: VideoSource, times: readonly number[], out: string): string[] {
  const half = 0.5 / source.fps
  const wanted = times.map((time, n) => `eq(selected_n,${n})*gte(t,${(time - half).toFixed(3)})`)
  const filters = [
    `select='${wanted.join('+')}'`,
    // One a second: the writer of images repeats pictures over gaps.
    'setpts=N/TB',
    videoFilterChain(
      { ...source, ...encodedVideoFormat },
      { ...fitWithin(source, maxSide, maxSide), as: 'webp' },
    ),
  ]
  const form = ffmpegOptions({ an: true, vf: filters.join(','), r: 1, 'frames:v': times.length })
  const image = ffmpegOptions({ 'c:v': 'libwebp', quality: 80, f: 'image2', start_number: 1 })
  return [
    ...quietOptions,
    ...stdinInputOptions(),
    '-map',
    '0:v:0',
    ...form,
    ...image,
    ...stripMetadataOptions,
    join(out, 'frame_%d.webp'),
  ]
}

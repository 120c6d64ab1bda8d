import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { metadataStrippingOptions, ffmpegLogOptions } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { encodedVideoProperties, buildVideoFilterChain } from '../ffmpeg/video-filters.ts'
import { buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { streamRenditionBytes, type Rendition, listSegments } from '../hls/rendition.ts'
import { fitDimensionsWithin } from '../probe/video-properties.ts'

/** The positions of the cover frames in the video, as fractions of its duration. */
const framePositions = [0.2, 0.5, 0.8]

/** The longest side of a cover frame in pixels. */
const maxSide = 1280

/**
 * Writes `frame_1.webp` to `frame_3.webp`, from which the creator can choose a cover. The frames are from
 * three points in the video and at most 1280 pixels on a side. Returns the names of the written files. A very
 * short video may have fewer than three frames to choose from. Reads from one of `renditions` and not from
 * the source, because seeking in our own rendition decodes at most four seconds. Seeking in the source
 * decodes every frame since the preceding keyframe: with a keyframe every 10 s, seeking took 2.5 s of CPU
 * time in the source and 0.5 s in a rendition.
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

/** Returns the smallest rendition that is at least as large as the cover frames. */
function smallestSufficientRendition(renditions: readonly Rendition[], source: VideoSource): Rendition {
  const needed = Math.min(maxSide, Math.max(source.width, source.height))
  const ascending = renditions.toSorted((a, b) => a.width * a.height - b.width * b.height)
  const chosen = ascending.find(({ width, height }) => Math.max(width, height) >= needed) ?? ascending.at(-1)
  if (!chosen) throw new Error('no rendition to take frames from')
  return chosen
}

/**
 * Builds a command that decodes only the segments that contain cover frames, and each of these segments only
 * once. `times` are in seconds from the start of the first decoded segment.
 */
function framesCommand(source: VideoSource, times: readonly number[], out: string): string[] {
  const half = 0.5 / source.fps
  const wanted = times.map((time, n) => `eq(selected_n,${n})*gte(t,${(time - half).toFixed(3)})`)
  const filters = [
    `select='${wanted.join('+')}'`,
    // Sets the timestamps one second apart, because the image muxer would fill gaps of more than a second
    // with repeated frames.
    'setpts=N/TB',
    buildVideoFilterChain(
      { ...source, ...encodedVideoProperties },
      { ...fitDimensionsWithin(source, maxSide, maxSide), as: 'webp' },
    ),
  ]
  const outputOptions = ffmpegOptions({ an: true, vf: filters.join(','), r: 1, 'frames:v': times.length })
  const image = ffmpegOptions({ 'c:v': 'libwebp', quality: 80, f: 'image2', start_number: 1 })
  return [
    ...ffmpegLogOptions,
    ...buildFfmpegStdinInputOptions(),
    '-map',
    '0:v:0',
    ...outputOptions,
    ...image,
    ...metadataStrippingOptions,
    join(out, 'frame_%d.webp'),
  ]
}

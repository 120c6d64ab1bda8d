import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { metadataStrippingOptions, ffmpegLogOptions, hlsSegmentSeconds } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { encodedVideoProperties, buildVideoFilterChain } from '../ffmpeg/video-filters.ts'
import { buildFfmpegFileInputOptions, buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { streamRenditionBytes, type Rendition } from '../hls/rendition.ts'
import { fitDimensionsWithin, type VideoProperties } from '../probe/video-properties.ts'

export type StoryboardJob = {
  source: VideoSource
  /** The path of the uploaded file, which is not read if `rendition` is set. */
  input: string
  out: string
  /** A rendition of this video, ideally the smallest one. The rendition's files must be in `out`. */
  rendition?: Rendition | undefined
  signal?: AbortSignal | undefined
}

/**
 * The arrangement of the storyboard's tiles: one every `interval` seconds, in sheets of `columns` × `rows`.
 */
export type StoryboardLayout = {
  interval: number
  count: number
  columns: number
  rows: number
  width: number
  height: number
}

/**
 * Writes the storyboard's sheets (`storyboard_1.webp` and so on) and `storyboard.vtt`, whose cues refer to
 * areas of the sheets with `#xywh=`. Returns the file names. A video of up to 25 minutes gets at most 150
 * tiles. A longer video gets one tile every 10 s.
 */
export async function makeStoryboard(job: StoryboardJob): Promise<string[]> {
  const { source, input, out, rendition, signal } = job
  const layout = planStoryboard(source)
  const path = join(resolve(out), 'storyboard_%d.webp')
  const args = rendition
    ? storyboardCommand(layout, renditionInput(layout), { ...source, ...encodedVideoProperties }, path)
    : storyboardCommand(layout, sourceInput(layout, source, resolve(input)), source, path)
  const stdin = rendition && Readable.from(streamRenditionBytes(out, rendition))
  const run = { tool: 'ffmpeg', args, input: rendition ? undefined : input, folder: out } as const
  throwIfFfmpegFailed(
    await runFfmpeg({ ...run, stdin, signal, cpuSeconds: 300 + source.duration * 10 }),
    'storyboard',
    signal,
  )
  await writeFile(join(out, 'storyboard.vtt'), buildStoryboardVtt(layout, source.duration))
  return [
    'storyboard.vtt',
    ...Array.from({ length: countSheets(layout) }, (_, i) => `storyboard_${i + 1}.webp`),
  ]
}

/** The longest interval between tiles, in seconds, at which viewers can still find a scene by its tile. */
const maxTileInterval = 10

/** Plans the layout of a video's storyboard. Tiles are at most 160 pixels wide and 200 pixels high. */
export function planStoryboard(source: Pick<VideoSource, 'duration' | 'width' | 'height'>): StoryboardLayout {
  const interval = Math.min(maxTileInterval, Math.max(1, Math.ceil(source.duration / 150)))
  const count = Math.max(1, Math.round(source.duration / interval))
  const columns = Math.min(5, count)
  return {
    interval,
    count,
    columns,
    rows: Math.min(5, Math.ceil(count / columns)),
    ...fitDimensionsWithin(source, 160, 200),
  }
}

/** Builds a WebVTT file in which each cue refers to a rectangle of a sheet (Media Fragments, `#xywh=`). */
export function buildStoryboardVtt(layout: StoryboardLayout, duration: number): string {
  const { interval, count, columns, rows, width, height } = layout
  const blocks = Array.from({ length: count }, (_, i) => {
    const tile = i % (columns * rows)
    const sheet = Math.floor(i / (columns * rows)) + 1
    const box = [(tile % columns) * width, Math.floor(tile / columns) * height, width, height].join(',')
    const end = i === count - 1 ? Math.max(duration, i * interval + 0.001) : (i + 1) * interval
    return `${formatVttTime(i * interval)} --> ${formatVttTime(end)}\nstoryboard_${sheet}.webp#xywh=${box}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

function storyboardCommand(
  layout: StoryboardLayout,
  inputOptions: string[],
  shape: VideoProperties,
  path: string,
) {
  const { interval, count, columns, rows, width, height } = layout
  const filters = [
    // Each tile shows the middle of the time span that it represents: for the span that starts at time t and
    // lasts d seconds, the `fps` filter returns the last frame before t + d/2.
    `fps=1/${interval}:start_time=0:eof_action=pass`,
    `tpad=stop_mode=clone:stop=${count}`,
    `trim=end_frame=${count}`,
    buildVideoFilterChain(shape, { width, height, as: 'webp' }),
    `tile=${columns}x${rows}`,
  ]
  const outputOptions = ffmpegOptions({
    an: true,
    vf: filters.join(','),
    'c:v': 'libwebp',
    quality: 70,
    start_number: 1,
  })
  return [...ffmpegLogOptions, ...inputOptions, ...outputOptions, ...metadataStrippingOptions, path]
}

function renditionInput({ interval }: StoryboardLayout) {
  const keys = interval >= hlsSegmentSeconds ? ffmpegOptions({ skip_frame: 'nokey' }) : []
  return [...keys, ...buildFfmpegStdinInputOptions(), '-map', '0:v:0']
}

// Decoding only keyframes is 20 times faster than decoding every frame. If the gap between keyframes is more
// than twice the interval between tiles, all reference frames are decoded.
function sourceInput({ interval }: StoryboardLayout, source: VideoSource, path: string) {
  const enough = source.keyframeGap <= 2 * interval
  const skip = enough
    ? ffmpegOptions({ skip_frame: 'nokey' })
    : ffmpegOptions({ skip_frame: 'noref', skip_loop_filter: 'all' })
  return [...skip, ...buildFfmpegFileInputOptions(source.demuxer, path), '-map', `0:${source.video}`]
}

function countSheets({ count, columns, rows }: StoryboardLayout) {
  return Math.ceil(count / (columns * rows))
}

function formatVttTime(seconds: number) {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

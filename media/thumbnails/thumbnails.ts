import { join, resolve } from 'node:path'
import { throwIfFfmpegFailed } from '../ffmpeg/failures.ts'
import { stripMetadataOptions, quietOptions } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { videoFilterChain, resizeFilter } from '../ffmpeg/filters.ts'
import { fileInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import type { Rendition } from '../hls/rendition.ts'
import { fitWithin } from '../probe/video-properties.ts'
import { makeStoryboard } from './storyboard.ts'

/** What stands in `out` afterwards; names relative to it. */
export type ThumbnailSet = {
  poster: 'poster.webp'
  thumbnail: 'thumbnail.jpg'
  preview: 'preview.mp4'
  /** WebVTT over the sheets, or null when it was left for later. */
  storyboard: 'storyboard.vtt' | null
  files: string[]
}

export type ThumbnailJob = {
  source: VideoSource
  input: string
  out: string
  signal?: AbortSignal | undefined
  /**
   * Where the storyboard's tiles come from. A small rendition of ours in `out` costs a tenth of the source; `later` leaves it to
   * `makeStoryboard`; without either it is the source.
   */
  storyboard?: Rendition | 'later' | undefined
  /** Smaller posters: the longest side of each in pixels, and its name. */
  posters?: readonly PosterSize[] | undefined
}

export type PosterSize = { side: number; name: string }

/**
 * Poster (a good frame, at most 1280 wide), thumbnail (at one second or soon after, 720 high), hover preview (3 s, mute, at most 480
 * wide) and storyboard, all upright and without metadata. Refuses with `unreadable` when the file yields no picture.
 */
export async function makeThumbnails(job: ThumbnailJob): Promise<ThumbnailSet> {
  const { source, storyboard: from, posters = [] } = job
  await makeImage(job, posterCommand(source, posters), source.duration * 0.15)
  await makeThumbnail(job)
  await makeImage(job, previewCommand(source), previewStart(source))
  const small = from === 'later' ? undefined : from
  const sheets = from === 'later' ? [] : await makeStoryboard({ ...job, rendition: small })
  return {
    poster: 'poster.webp',
    thumbnail: 'thumbnail.jpg',
    preview: 'preview.mp4',
    storyboard: from === 'later' ? null : 'storyboard.vtt',
    files: ['poster.webp', ...posters.map(({ name }) => name), 'thumbnail.jpg', 'preview.mp4', ...sheets],
  }
}

// image2, because the webp muxer writes a header where there was no frame
const stillImageOptions = { 'frames:v': 1, f: 'image2', update: 1 }

/** What stands before the file that is read, and what is made of it: words and a name for each. */
type ImageCommand = { before: string[]; outputs: { words: string[]; name: string }[] }

/** The most typical of a dozen keyframes, neither the black of a fade nor a flash; and the same one smaller. */
function posterCommand(source: VideoSource, smaller: readonly PosterSize[]): ImageCommand {
  const whole = fitWithin(source, 1280, 1280)
  const all = [
    { ...whole, name: 'poster.webp' },
    ...smaller.map((one) => ({ ...fitWithin(source, one.side, one.side), ...one })),
  ]
  const chosen = [videoFilterChain(source, { ...whole, as: 'webp' }), 'thumbnail=12', 'format=yuv420p']
  const graph = [
    `[0:${source.video}]${chosen.join(',')},split=${all.length}${all.map((_, i) => `[p${i}]`).join('')}`,
    ...all.map(({ width, height }, i) => `[p${i}]${i === 0 ? 'null' : resizeFilter(width, height)}[o${i}]`),
  ]
  return {
    before: ffmpegOptions({ t: 60, skip_frame: 'nokey' }),
    outputs: all.map(({ name }, i) => ({
      words: [
        ...(i === 0 ? ffmpegOptions({ filter_complex: graph.join(';') }) : []),
        ...ffmpegOptions({ map: `[o${i}]`, ...stillImageOptions, 'c:v': 'libwebp', quality: 80 }),
      ],
      name,
    })),
  }
}

/**
 * The frame at one second (specification: thumbnail at 1 s, height 720). Films fade in: where that is nearly black, the first after
 * it that is not; where all are, the one at one second all the same.
 */
async function makeThumbnail(job: ThumbnailJob): Promise<void> {
  const { duration } = job.source
  const at = duration > 1 ? 1 : duration / 2
  if (await tryImageAt(job, thumbnailCommand(job.source, { isBright: true }), at)) return
  await makeImage(job, thumbnailCommand(job.source), at)
}

/** Seconds from the first moment within which a frame that is not black is looked for, twice a second. */
const brightSearchSeconds = 40

/** Mean of the luma at full range, of 255: below, nothing can be made out in a small picture. */
const darkLumaThreshold = 20

/** One frame, 720 high whatever the source. */
function thumbnailCommand(source: VideoSource, { isBright = false } = {}): ImageCommand {
  const wide = Math.min(4096, Math.max(2, 2 * Math.round((source.width * 360) / source.height)))
  const shown = videoFilterChain(source, { width: wide, height: 720, as: 'jpeg' })
  const some = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.5)'"
  const bright = `signalstats,metadata=select:key=lavfi.signalstats.YAVG:value=${darkLumaThreshold}:function=greater`
  const vf = isBright ? [some, shown, bright].join(',') : shown
  const words = ffmpegOptions({
    map: `0:${source.video}`,
    vf,
    ...stillImageOptions,
    'c:v': 'mjpeg',
    'q:v': 3,
  })
  return {
    before: isBright ? ffmpegOptions({ t: brightSearchSeconds }) : [],
    outputs: [{ words, name: 'thumbnail.jpg' }],
  }
}

/** Further than this from one keyframe to the next, an exact moment costs more to reach than it is worth. Seconds. */
const maxSeekGap = 4

/** About a third into the film. Where keyframes are far apart it begins with one: the middle of the gap decides for the nearest. */
function previewStart({ duration, keyframeGap }: VideoSource): number {
  if (duration <= 3) return 0
  return duration / 3 + (keyframeGap > maxSeekGap ? keyframeGap / 2 : 0)
}

/** A mute film to be shown under the pointer; its index comes first so that it starts at once. */
function previewCommand(source: VideoSource): ImageCommand {
  const fps = Math.min(source.fps > 31 ? source.fps / 2 : source.fps, 30)
  const filters = videoFilterChain(source, { ...fitWithin(source, 480, 480), fps })
  const encoder = { 'c:v': 'libx264', preset: 'veryfast', crf: 28, g: 600, movflags: '+faststart' }
  // From the keyframe before the moment, not from the moment: 0.4 s of processor time instead of 2.6, where 10 s lie between.
  const isNear = source.keyframeGap <= maxSeekGap || source.duration <= 3
  const words = [
    ...ffmpegOptions({
      map: `0:${source.video}`,
      an: true,
      vf: isNear ? filters : `setpts=PTS-STARTPTS,${filters}`,
    }),
    ...ffmpegOptions(isNear ? encoder : { t: 3, ...encoder }),
  ]
  return {
    before: isNear ? ffmpegOptions({ t: 3 }) : ['-noaccurate_seek'],
    outputs: [{ words, name: 'preview.mp4' }],
  }
}

/** Tries at the wanted moment and, where a sparse or damaged file shows nothing from there on, at the beginning. */
async function makeImage(job: ThumbnailJob, command: ImageCommand, at: number) {
  for (const moment of at > 0 ? [at, 0] : [0]) if (await tryImageAt(job, command, moment)) return
  throw new MediaRejectedError('unreadable', `${command.outputs[0]!.name}: no frame`)
}

/** Whether there was a frame to make it of. */
async function tryImageAt(job: ThumbnailJob, command: ImageCommand, moment: number): Promise<boolean> {
  const { ending, frames } = await runImageCommand(job, command, moment)
  // An exit code that only complains of damage elsewhere does not spoil the picture that was found.
  if (frames > 0 && (ending.ok || (ending.failed && !ending.starved))) return true
  if (!ending.failed) throwIfFfmpegFailed(ending, command.outputs[0]!.name, job.signal)
  return false
}

/** Counts the frames, since ffmpeg is content with none and leaves a file without a picture. */
async function runImageCommand(job: ThumbnailJob, { before, outputs }: ImageCommand, at: number) {
  const { source, input, out, signal } = job
  // Never `-ss 0`: an FLV without an index then yields nothing at all.
  const seek = at > 0 ? ffmpegOptions({ ss: at.toFixed(3) }) : []
  const opened = [...quietOptions, ...seek, ...before, ...fileInputOptions(source.demuxer, resolve(input))]
  const made = outputs.flatMap(({ words, name }) => [
    ...words,
    ...stripMetadataOptions,
    join(resolve(out), name),
  ])
  let frames = 0
  const onLine = (line: string) => (frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames))
  const ending = await runFfmpeg({
    tool: 'ffmpeg',
    args: [...opened, ...made],
    input,
    folder: out,
    signal,
    onLine,
    cpuSeconds: 300,
  })
  return { ending, frames }
}

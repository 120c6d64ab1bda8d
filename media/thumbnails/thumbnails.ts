import { join, resolve } from 'node:path'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { metadataStrippingOptions, ffmpegLogOptions } from '../encode/encode-commands.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { buildVideoFilterChain, resizeFilter } from '../ffmpeg/video-filters.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import type { Rendition } from '../hls/rendition.ts'
import { fitDimensionsWithin } from '../probe/video-properties.ts'
import { makeStoryboard } from './storyboard.ts'

/** The files that are written to `out`, as paths relative to `out`. */
export type ThumbnailFiles = {
  poster: 'poster.webp'
  thumbnail: 'thumbnail.jpg'
  preview: 'preview.mp4'
  /** The WebVTT file of the storyboard, or null if the storyboard is made later. */
  storyboard: 'storyboard.vtt' | null
  files: string[]
}

export type ThumbnailJob = {
  source: VideoSource
  input: string
  out: string
  signal?: AbortSignal | undefined
  /**
   * The rendition from which the storyboard's tiles are made, or `later`. By default, the tiles are made from
   * the uploaded file. Decoding a small rendition in `out` is ten times faster than decoding the uploaded
   * file. If `storyboard` is `later`, no storyboard is made, and the caller has to call `makeStoryboard`
   * afterwards.
   */
  storyboard?: Rendition | 'later' | undefined
  /** Smaller versions of the poster. Each entry specifies the longest side in pixels and the file name. */
  posters?: readonly PosterSize[] | undefined
}

export type PosterSize = { side: number; name: string }

/**
 * Makes the poster, thumbnail, hover preview and storyboard of a video, all upright and without metadata. The
 * poster is a representative frame, at most 1280 pixels wide and high. The thumbnail is a frame at one second
 * or soon after, 720 pixels high. The muted hover preview lasts 3 s and is at most 480 pixels wide and high.
 * Throws `unreadable` if the file contains no frame.
 */
export async function makeThumbnails(job: ThumbnailJob): Promise<ThumbnailFiles> {
  const { source, storyboard: from, posters = [] } = job
  // The poster is chosen from keyframes. If the video has only one keyframe, the search starts at 0 s,
  // because there is no later keyframe.
  await makeImage(job, posterCommand(source, posters), source.keyframes > 1 ? source.duration * 0.15 : 0)
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

// Uses the image2 muxer because the webp muxer writes a header even if there is no frame.
const stillImageOptions = { 'frames:v': 1, f: 'image2', update: 1 }

/** Input options for ffmpeg, followed by the options and file name of each output. */
type ImageCommand = { inputOptions: string[]; outputs: { options: string[]; name: string }[] }

/**
 * Builds the command for posters. The command chooses the most representative of a dozen keyframes, which
 * avoids black frames and flashes.
 */
function posterCommand(source: VideoSource, smaller: readonly PosterSize[]): ImageCommand {
  const whole = fitDimensionsWithin(source, 1280, 1280)
  const all = [
    { ...whole, name: 'poster.webp' },
    ...smaller.map((one) => ({ ...fitDimensionsWithin(source, one.side, one.side), ...one })),
  ]
  const chosen = [buildVideoFilterChain(source, { ...whole, as: 'webp' }), 'thumbnail=12', 'format=yuv420p']
  const graph = [
    `[0:${source.video}]${chosen.join(',')},split=${all.length}${all.map((_, i) => `[p${i}]`).join('')}`,
    ...all.map(({ width, height }, i) => `[p${i}]${i === 0 ? 'null' : resizeFilter(width, height)}[o${i}]`),
  ]
  return {
    inputOptions: ffmpegOptions({ t: 60, skip_frame: 'nokey' }),
    outputs: all.map(({ name }, i) => ({
      options: [
        ...(i === 0 ? ffmpegOptions({ filter_complex: graph.join(';') }) : []),
        ...ffmpegOptions({ map: `[o${i}]`, ...stillImageOptions, 'c:v': 'libwebp', quality: 80 }),
      ],
      name,
    })),
  }
}

/**
 * Makes the thumbnail from the frame at one second (specification: thumbnail at 1 s, height 720). Many videos
 * fade in. A nearly black frame is replaced by the first later frame that is bright enough, if there is one.
 */
async function makeThumbnail(job: ThumbnailJob): Promise<void> {
  const { duration } = job.source
  const at = duration > 1 ? 1 : duration / 2
  if (await tryImageAt(job, thumbnailCommand(job.source, { isBright: true }), at)) return
  await makeImage(job, thumbnailCommand(job.source), at)
}

/** How many seconds of a video are searched for a frame that is not black, at two frames per second. */
const brightSearchSeconds = 40

/** The mean luma (0 to 255, full range) below which nothing is recognizable in a small picture. */
const darkLumaThreshold = 20

/** Builds the command for the thumbnail, which is 720 pixels high. */
function thumbnailCommand(source: VideoSource, { isBright = false } = {}): ImageCommand {
  const width = Math.min(4096, Math.max(2, 2 * Math.round((source.width * 360) / source.height)))
  const filters = buildVideoFilterChain(source, { width, height: 720, as: 'jpeg' })
  const sampled = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.5)'"
  const bright = `signalstats,metadata=select:key=lavfi.signalstats.YAVG:value=${darkLumaThreshold}:function=greater`
  const vf = isBright ? [sampled, filters, bright].join(',') : filters
  const options = ffmpegOptions({
    map: `0:${source.video}`,
    vf,
    ...stillImageOptions,
    'c:v': 'mjpeg',
    'q:v': 3,
  })
  return {
    inputOptions: isBright ? ffmpegOptions({ t: brightSearchSeconds }) : [],
    outputs: [{ options, name: 'thumbnail.jpg' }],
  }
}

/**
 * The longest gap between keyframes, in seconds, with which seeking to an exact time is still fast enough.
 */
const maxSeekGap = 4

/**
 * Returns the start of the preview, about a third into the video. If keyframes are far apart, the preview
 * starts at a keyframe. ffmpeg seeks back to the preceding keyframe, so adding half the gap between keyframes
 * to the desired time selects the keyframe nearest to the desired time.
 */
function previewStart({ duration, keyframeGap }: VideoSource): number {
  if (duration <= 3) return 0
  return duration / 3 + (keyframeGap > maxSeekGap ? keyframeGap / 2 : 0)
}

/**
 * Builds the command for the muted hover preview. The index (`moov` box) is at the beginning of the file, so
 * the preview can start before the whole file has loaded.
 */
function previewCommand(source: VideoSource): ImageCommand {
  const fps = Math.min(source.fps > 31 ? source.fps / 2 : source.fps, 30)
  const filters = buildVideoFilterChain(source, { ...fitDimensionsWithin(source, 480, 480), fps })
  const encoder = { 'c:v': 'libx264', preset: 'veryfast', crf: 28, g: 600, movflags: '+faststart' }
  // If keyframes are far apart, starts at the preceding keyframe instead of the exact time. With a gap of 10
  // s, this takes 0.4 s of CPU time instead of 2.6 s.
  const isNear = source.keyframeGap <= maxSeekGap || source.duration <= 3
  const options = [
    ...ffmpegOptions({
      map: `0:${source.video}`,
      an: true,
      vf: isNear ? filters : `setpts=PTS-STARTPTS,${filters}`,
    }),
    ...ffmpegOptions(isNear ? encoder : { t: 3, ...encoder }),
  ]
  return {
    inputOptions: isNear ? ffmpegOptions({ t: 3 }) : ['-noaccurate_seek'],
    outputs: [{ options, name: 'preview.mp4' }],
  }
}

/**
 * Creates an image from the frame at the given time. If there is no frame after the given time, as in sparse
 * or damaged files, creates an image from the start of the video.
 */
async function makeImage(job: ThumbnailJob, command: ImageCommand, at: number) {
  for (const moment of at > 0 ? [at, 0] : [0]) if (await tryImageAt(job, command, moment)) return
  throw new MediaRejectedError('unreadable', `${command.outputs[0]!.name}: no frame`)
}

/** Returns whether a frame was found and written to the file. */
async function tryImageAt(job: ThumbnailJob, command: ImageCommand, moment: number): Promise<boolean> {
  const { ending: result, frames } = await runImageCommand(job, command, moment)
  // If ffmpeg has written a frame, a failure exit code is ignored, because it can be caused by damage
  // elsewhere in the file.
  if (frames > 0 && (result.ok || (result.failed && !result.outOfResources))) return true
  if (!result.failed) throwIfFfmpegFailed(result, command.outputs[0]!.name, job.signal)
  return false
}

/**
 * Runs an ffmpeg command that writes images, and returns the number of frames written. If there is no frame
 * at the given time, ffmpeg succeeds and writes a file without a picture.
 */
async function runImageCommand(job: ThumbnailJob, { inputOptions, outputs }: ImageCommand, at: number) {
  const { source, input, out, signal } = job
  // `-ss` is omitted if the time is 0, because with `-ss 0` ffmpeg outputs no frame of an FLV file without an
  // index.
  const seek = at > 0 ? ffmpegOptions({ ss: at.toFixed(3) }) : []
  const inputArgs = [
    ...ffmpegLogOptions,
    ...seek,
    ...inputOptions,
    ...buildFfmpegFileInputOptions(source.demuxer, resolve(input)),
  ]
  const outputArgs = outputs.flatMap(({ options, name }) => [
    ...options,
    ...metadataStrippingOptions,
    join(resolve(out), name),
  ])
  let frames = 0
  const onLine = (line: string) => (frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames))
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args: [...inputArgs, ...outputArgs],
    input,
    folder: out,
    signal,
    onLine,
    cpuSeconds: 300,
  })
  return { ending: result, frames }
}

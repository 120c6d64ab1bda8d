import { join, resolve } from 'node:path'
import { blame } from './blame.ts'
import { bare, quiet } from './commands.ts'
import { run } from './ffmpeg.ts'
import { picture, resize } from './filters.ts'
import { open } from './input.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { MediaRefusal } from './refusal.ts'
import type { Rendition } from './rendition.ts'
import { within } from './shape.ts'
import { makeStoryboard } from './storyboard.ts'

/** What stands in `out` afterwards; names relative to it. */
export type Pictures = {
  poster: 'poster.webp'
  thumbnail: 'thumbnail.jpg'
  preview: 'preview.mp4'
  /** WebVTT over the sheets, or null when it was left for later. */
  storyboard: 'storyboard.vtt' | null
  files: string[]
}

export type Picturing = {
  source: Source
  input: string
  out: string
  signal?: AbortSignal | undefined
  /**
   * Where the storyboard's tiles come from. A small rendition of ours in `out` costs a tenth of the source; `later` leaves it to
   * `makeStoryboard`; without either it is the source.
   */
  storyboard?: Rendition | 'later' | undefined
  /** Smaller posters: the longest side of each in pixels, and its name. */
  posters?: readonly SmallPoster[] | undefined
}

export type SmallPoster = { side: number; name: string }

/**
 * Poster (a good frame, at most 1280 wide), thumbnail (at one second or soon after, 720 high), hover preview (3 s, mute, at most 480
 * wide) and storyboard, all upright and without metadata. Refuses with `unreadable` when the file yields no picture.
 */
export async function makePictures(job: Picturing): Promise<Pictures> {
  const { source, storyboard: from, posters = [] } = job
  await make(job, posterCommand(source, posters), source.duration * 0.15)
  await makeThumbnail(job)
  await make(job, previewCommand(source), previewStart(source))
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
const still = { 'frames:v': 1, f: 'image2', update: 1 }

/** What stands before the file that is read, and what is made of it: words and a name for each. */
type Command = { before: string[]; outputs: { words: string[]; name: string }[] }

/** The most typical of a dozen keyframes, neither the black of a fade nor a flash; and the same one smaller. */
function posterCommand(source: Source, smaller: readonly SmallPoster[]): Command {
  const whole = within(source, 1280, 1280)
  const all = [
    { ...whole, name: 'poster.webp' },
    ...smaller.map((one) => ({ ...within(source, one.side, one.side), ...one })),
  ]
  const chosen = [picture(source, { ...whole, as: 'webp' }), 'thumbnail=12', 'format=yuv420p']
  const graph = [
    `[0:${source.video}]${chosen.join(',')},split=${all.length}${all.map((_, i) => `[p${i}]`).join('')}`,
    ...all.map(({ width, height }, i) => `[p${i}]${i === 0 ? 'null' : resize(width, height)}[o${i}]`),
  ]
  return {
    before: options({ t: 60, skip_frame: 'nokey' }),
    outputs: all.map(({ name }, i) => ({
      words: [
        ...(i === 0 ? options({ filter_complex: graph.join(';') }) : []),
        ...options({ map: `[o${i}]`, ...still, 'c:v': 'libwebp', quality: 80 }),
      ],
      name,
    })),
  }
}

/**
 * The frame at one second (specification: thumbnail at 1 s, height 720). Films fade in: where that is nearly black, the first after
 * it that is not; where all are, the one at one second all the same.
 */
async function makeThumbnail(job: Picturing): Promise<void> {
  const { duration } = job.source
  const at = duration > 1 ? 1 : duration / 2
  if (await makeAt(job, thumbnailCommand(job.source, { isBright: true }), at)) return
  await make(job, thumbnailCommand(job.source), at)
}

/** Seconds from the first moment within which a frame that is not black is looked for, twice a second. */
const lookFor = 40

/** Mean of the luma at full range, of 255: below, nothing can be made out in a small picture. */
const nearlyBlack = 20

/** One frame, 720 high whatever the source. */
function thumbnailCommand(source: Source, { isBright = false } = {}): Command {
  const wide = Math.min(4096, Math.max(2, 2 * Math.round((source.width * 360) / source.height)))
  const shown = picture(source, { width: wide, height: 720, as: 'jpeg' })
  const some = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.5)'"
  const bright = `signalstats,metadata=select:key=lavfi.signalstats.YAVG:value=${nearlyBlack}:function=greater`
  const vf = isBright ? [some, shown, bright].join(',') : shown
  const words = options({ map: `0:${source.video}`, vf, ...still, 'c:v': 'mjpeg', 'q:v': 3 })
  return { before: isBright ? options({ t: lookFor }) : [], outputs: [{ words, name: 'thumbnail.jpg' }] }
}

/** Further than this from one keyframe to the next, an exact moment costs more to reach than it is worth. Seconds. */
const far = 4

/** About a third into the film. Where keyframes are far apart it begins with one: the middle of the gap decides for the nearest. */
function previewStart({ duration, keyframeGap }: Source): number {
  if (duration <= 3) return 0
  return duration / 3 + (keyframeGap > far ? keyframeGap / 2 : 0)
}

/** A mute film to be shown under the pointer; its index comes first so that it starts at once. */
function previewCommand(source: Source): Command {
  const fps = Math.min(source.fps > 31 ? source.fps / 2 : source.fps, 30)
  const filters = picture(source, { ...within(source, 480, 480), fps })
  const encoder = { 'c:v': 'libx264', preset: 'veryfast', crf: 28, g: 600, movflags: '+faststart' }
  // From the keyframe before the moment, not from the moment: 0.4 s of processor time instead of 2.6, where 10 s lie between.
  const isNear = source.keyframeGap <= far || source.duration <= 3
  const words = [
    ...options({
      map: `0:${source.video}`,
      an: true,
      vf: isNear ? filters : `setpts=PTS-STARTPTS,${filters}`,
    }),
    ...options(isNear ? encoder : { t: 3, ...encoder }),
  ]
  return {
    before: isNear ? options({ t: 3 }) : ['-noaccurate_seek'],
    outputs: [{ words, name: 'preview.mp4' }],
  }
}

/** Tries at the wanted moment and, where a sparse or damaged file shows nothing from there on, at the beginning. */
async function make(job: Picturing, command: Command, at: number) {
  for (const moment of at > 0 ? [at, 0] : [0]) if (await makeAt(job, command, moment)) return
  throw new MediaRefusal('unreadable', `${command.outputs[0]!.name}: no frame`)
}

/** Whether there was a frame to make it of. */
async function makeAt(job: Picturing, command: Command, moment: number): Promise<boolean> {
  const { ending, frames } = await draw(job, command, moment)
  // An exit code that only complains of damage elsewhere does not spoil the picture that was found.
  if (frames > 0 && (ending.ok || (ending.failed && !ending.starved))) return true
  if (!ending.failed) blame(ending, command.outputs[0]!.name, job.signal)
  return false
}

/** Counts the frames, since ffmpeg is content with none and leaves a file without a picture. */
async function draw(job: Picturing, { before, outputs }: Command, at: number) {
  const { source, input, out, signal } = job
  // Never `-ss 0`: an FLV without an index then yields nothing at all.
  const seek = at > 0 ? options({ ss: at.toFixed(3) }) : []
  const opened = [...quiet, ...seek, ...before, ...open(source.demuxer, resolve(input))]
  const made = outputs.flatMap(({ words, name }) => [...words, ...bare, join(resolve(out), name)])
  let frames = 0
  const onLine = (line: string) => (frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames))
  const ending = await run({
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

import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { blame } from './blame.ts'
import { bare, quiet, segmentSeconds } from './commands.ts'
import { run } from './ffmpeg.ts'
import { ours, picture } from './filters.ts'
import { open, openStdin } from './input.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { bytesOf, type Rendition } from './rendition.ts'
import { within, type Shape } from './shape.ts'

export type Board = {
  source: Source
  /** The uploaded file; not read when there is a rendition. */
  input: string
  out: string
  /** One of ours in `out`, best the smallest. */
  rendition?: Rendition | undefined
  signal?: AbortSignal | undefined
}

/** How a film is cut into tiles: one every `interval` seconds, in sheets of `columns` × `rows`. */
export type Plan = {
  interval: number
  count: number
  columns: number
  rows: number
  width: number
  height: number
}

/**
 * Writes `storyboard_1.webp` … and `storyboard.vtt`, whose cues point into them with `#xywh=`, and returns their names.
 * At most 150 tiles up to 25 minutes, then one every 10 s.
 */
export async function makeStoryboard(board: Board): Promise<string[]> {
  const { source, input, out, rendition, signal } = board
  const layout = plan(source)
  const path = join(resolve(out), 'storyboard_%d.webp')
  const args = rendition
    ? boardCommand(layout, fromRendition(layout), { ...source, ...ours }, path)
    : boardCommand(layout, fromSource(layout, source, resolve(input)), source, path)
  const stdin = rendition && Readable.from(bytesOf(out, rendition))
  const what = { tool: 'ffmpeg', args, input: rendition ? undefined : input, folder: out } as const
  blame(await run({ ...what, stdin, signal, cpuSeconds: 300 + source.duration * 10 }), 'storyboard', signal)
  await writeFile(join(out, 'storyboard.vtt'), cues(layout, source.duration))
  return ['storyboard.vtt', ...Array.from({ length: sheets(layout) }, (_, i) => `storyboard_${i + 1}.webp`)]
}

/** Seconds. Further apart, whoever looks for a scene cannot see it. */
const mostApart = 10

/** The tiles of a film; 160 wide, a portrait one at most 200 high. */
export function plan(source: Pick<Source, 'duration' | 'width' | 'height'>): Plan {
  const interval = Math.min(mostApart, Math.max(1, Math.ceil(source.duration / 150)))
  const count = Math.max(1, Math.round(source.duration / interval))
  const columns = Math.min(5, count)
  return {
    interval,
    count,
    columns,
    rows: Math.min(5, Math.ceil(count / columns)),
    ...within(source, 160, 200),
  }
}

/** WebVTT whose cues name a rectangle of a sheet (Media Fragments, `#xywh=`). */
export function cues(layout: Plan, duration: number): string {
  const { interval, count, columns, rows, width, height } = layout
  const blocks = Array.from({ length: count }, (_, i) => {
    const tile = i % (columns * rows)
    const sheet = Math.floor(i / (columns * rows)) + 1
    const box = [(tile % columns) * width, Math.floor(tile / columns) * height, width, height].join(',')
    const end = i === count - 1 ? Math.max(duration, i * interval + 0.001) : (i + 1) * interval
    return `${clock(i * interval)} --> ${clock(end)}\nstoryboard_${sheet}.webp#xywh=${box}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

function boardCommand(layout: Plan, opened: string[], shape: Shape, path: string) {
  const { interval, count, columns, rows, width, height } = layout
  const filters = [
    // A tile shows the middle of its stretch: `fps` gives for each tick the last frame before half an interval later.
    `fps=1/${interval}:start_time=0:eof_action=pass`,
    `tpad=stop_mode=clone:stop=${count}`,
    `trim=end_frame=${count}`,
    picture(shape, { width, height, as: 'webp' }),
    `tile=${columns}x${rows}`,
  ]
  const form = options({ an: true, vf: filters.join(','), 'c:v': 'libwebp', quality: 70, start_number: 1 })
  return [...quiet, ...opened, ...form, ...bare, path]
}

function fromRendition({ interval }: Plan) {
  const keys = interval >= segmentSeconds ? options({ skip_frame: 'nokey' }) : []
  return [...keys, ...openStdin(), '-map', '0:v:0']
}

// Keyframes alone cost a twentieth; where they are too far apart, the frames others are made from.
function fromSource({ interval }: Plan, source: Source, path: string) {
  const enough = source.keyframeGap <= 2 * interval
  const skip = enough
    ? options({ skip_frame: 'nokey' })
    : options({ skip_frame: 'noref', skip_loop_filter: 'all' })
  return [...skip, ...open(source.demuxer, path), '-map', `0:${source.video}`]
}

function sheets({ count, columns, rows }: Plan) {
  return Math.ceil(count / (columns * rows))
}

function clock(seconds: number) {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { blame } from './blame.ts'
import { bare, quiet } from './commands.ts'
import { run } from './ffmpeg.ts'
import { ours, picture } from './filters.ts'
import { openStdin } from './input.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { bytesOf, type Rendition, segmentsOf } from './rendition.ts'
import { within } from './shape.ts'

/** Where in the film they are taken, as parts of its duration. */
const moments = [0.2, 0.5, 0.8]

/** Pixels of the longer side. */
const most = 1280

/**
 * Writes `frame_1.webp` … `frame_3.webp`: three moments of a film, at most 1280 on a side, for its creator to choose a cover
 * from. Returns the names of those that came to be: a very short film may have fewer. `renditions`: those that we encoded, of
 * which one stands in for the film. To reach a moment in it takes four seconds of decoding at most, in the film as many as
 * lie between its keyframes: 0.5 instead of 2.5 s of processor time where that was 10 s.
 */
export async function makeFrames(job: {
  source: Source
  out: string
  renditions: readonly Rendition[]
  signal?: AbortSignal | undefined
}): Promise<string[]> {
  const { source, out, signal } = job
  const from = smallestSharp(job.renditions, source)
  const times = moments.map((part) => part * source.duration)
  const segments = (await segmentsOf(out, from)).filter(({ start, end }) =>
    times.some((time) => time >= start && time < end),
  )
  const begin = segments[0]?.start ?? 0
  const args = framesCommand(
    source,
    times.map((time) => time - begin),
    resolve(out),
  )
  const files = [`${from.name}/init.mp4`, ...segments.map(({ file }) => file)]
  const stdin = Readable.from(bytesOf(out, { files }))
  blame(await run({ tool: 'ffmpeg', args, folder: out, stdin, signal, cpuSeconds: 300 }), 'frames', signal)
  const sizes = await Promise.all(names.map((name) => stat(join(out, name)).catch(() => null)))
  return names.filter((_, i) => sizes[i]?.size)
}

const names = moments.map((_, i) => `frame_${i + 1}.webp`)

/** The smallest that still has every pixel a frame shall have. */
function smallestSharp(renditions: readonly Rendition[], source: Source): Rendition {
  const needed = Math.min(most, Math.max(source.width, source.height))
  const ascending = renditions.toSorted((a, b) => a.width * a.height - b.width * b.height)
  const chosen = ascending.find(({ width, height }) => Math.max(width, height) >= needed) ?? ascending.at(-1)
  if (!chosen) throw new Error('no rendition to take frames from')
  return chosen
}

/** One decode of the segments that matter. `times` are seconds from the beginning of the first of them. */
function framesCommand(source: Source, times: readonly number[], out: string): string[] {
  const half = 0.5 / source.fps
  const wanted = times.map((time, n) => `eq(selected_n,${n})*gte(t,${(time - half).toFixed(3)})`)
  const filters = [
    `select='${wanted.join('+')}'`,
    // One a second: the writer of images repeats pictures over gaps.
    'setpts=N/TB',
    picture({ ...source, ...ours }, { ...within(source, most, most), as: 'webp' }),
  ]
  const form = options({ an: true, vf: filters.join(','), r: 1, 'frames:v': times.length })
  const image = options({ 'c:v': 'libwebp', quality: 80, f: 'image2', start_number: 1 })
  return [...quiet, ...openStdin(), '-map', '0:v:0', ...form, ...image, ...bare, join(out, 'frame_%d.webp')]
}

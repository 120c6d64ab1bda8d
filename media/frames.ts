import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { blame } from './blame.ts'
import { bare, quiet } from './commands.ts'
import { run } from './ffmpeg.ts'
import { picture } from './filters.ts'
import { open } from './input.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { within } from './shape.ts'

/** Where in the film they are taken, as parts of its duration. */
const moments = [0.2, 0.5, 0.8]

/**
 * Writes `frame_1.webp` … `frame_3.webp`: three moments of a film, at most 1280 on a side, for its creator to choose a cover
 * from. Returns the names of those that came to be: a very short film may have fewer.
 */
export async function makeFrames(job: {
  source: Source
  input: string
  out: string
  signal?: AbortSignal | undefined
}): Promise<string[]> {
  const { input, out, signal } = job
  const args = framesCommand(job.source, resolve(input), resolve(out))
  blame(await run({ tool: 'ffmpeg', args, input, folder: out, signal, cpuSeconds: 300 }), 'frames', signal)
  const sizes = await Promise.all(names.map((name) => stat(join(out, name)).catch(() => null)))
  return names.filter((_, i) => sizes[i]?.size)
}

const names = moments.map((_, i) => `frame_${i + 1}.webp`)

/** One process that opens the film three times: starting one costs more than a short seek. */
function framesCommand(source: Source, input: string, out: string): string[] {
  const opened = moments.flatMap((part) => [
    // Never `-ss 0`: an FLV without an index then yields nothing at all.
    ...options({ ss: Math.max(0.001, source.duration * part).toFixed(3) }),
    ...open(source.demuxer, input),
  ])
  const filters = picture(source, { ...within(source, 1280, 1280), as: 'webp' })
  const one = { vf: filters, 'frames:v': 1, f: 'image2', update: 1, 'c:v': 'libwebp', quality: 80 }
  const drawn = names.flatMap((name, i) => [
    '-map',
    `${i}:${source.video}`,
    '-an',
    ...options(one),
    ...bare,
    join(out, name),
  ])
  return [...quiet, ...opened, ...drawn]
}

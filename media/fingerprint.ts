import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { blame } from './blame.ts'
import { bare, quiet } from './commands.ts'
import { run } from './ffmpeg.ts'
import { open, openStdin } from './input.ts'
import { options } from './options.ts'
import { frameBytes, lookOf } from './looks.ts'
import type { Source } from './probe.ts'
import { bytesOf, type Rendition } from './rendition.ts'

/** The SHA-256 of a file's bytes: the same file again, whatever it is called. */
export async function bytesHash(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash)
  return hash.digest()
}

export type Seeing = {
  source: Source
  /** The uploaded file; not read when there is a rendition. */
  input: string
  /** A folder for what lies in between. */
  out: string
  /** One of ours in `out`, best the smallest. */
  rendition?: Rendition | undefined
  signal?: AbortSignal | undefined
}

/** Seconds of a film that are looked at. */
const most = 3600

/** What a film looks like, eight bytes a second (`looks.ts`), up to an hour of it. */
export async function filmLook({ source, input, out, rendition, signal }: Seeing): Promise<Buffer> {
  const path = join(resolve(out), 'look.gray')
  const opened = rendition
    ? [...hurried, ...openStdin(), '-map', '0:v:0']
    : [...hurried, ...open(source.demuxer, resolve(input)), '-map', `0:${source.video}`]
  const args = [...quiet, ...opened, ...gray, ...bare, path]
  const stdin = rendition && Readable.from(bytesOf(out, rendition))
  const what = { tool: 'ffmpeg', args, input: rendition ? undefined : input, folder: out } as const
  blame(await run({ ...what, stdin, signal, cpuSeconds: 300 + source.duration * 10 }), 'look', signal)
  const frames = await readFile(path)
  await rm(path)
  return lookOf(frames)
}

// Frames that no other is made from, and their smoothing, are not worth their time at this size.
const hurried = options({ skip_frame: 'noref', skip_loop_filter: 'all' })

const side = Math.sqrt(frameBytes)
const gray = options({
  an: true,
  t: most,
  vf: `fps=1:start_time=0:eof_action=pass,scale=${side}:${side}:flags=area,format=gray`,
  f: 'rawvideo',
})

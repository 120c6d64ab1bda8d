import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { blame } from './blame.ts'
import { ladderCommand, quiet, remuxCommand } from './commands.ts'
import { awaited, run } from './ffmpeg.ts'
import { open } from './input.ts'
import { ladder, type Rung } from './ladder.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import type { Rendition } from './rendition.ts'
import { unsign } from './unsigned.ts'
import { verify } from './verify.ts'

export type Making = {
  source: Source
  /** The uploaded file. */
  input: string
  /** Where each rendition gets a folder of its own; must exist. */
  out: string
  signal?: AbortSignal | undefined
  /** 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}

type Standing = Making & { nice?: number }

/**
 * The first playable rendition, verified: the source's own picture cut into segments (named `source`) where it allows
 * that and its beginning can be decoded, else the lowest rung.
 */
export async function makeFirst(making: Making): Promise<Rendition> {
  const [lowest] = ladder(making.source)
  const remuxed = making.source.remuxable ? await remux(making) : null
  return remuxed ?? (await encode({ ...making, nice: awaited }, [lowest!]))[0]!
}

/** Null when its beginning cannot be decoded: then the copy, which goes on beside, is in vain and ends. */
async function remux(making: Making): Promise<Rendition | null> {
  const vain = new AbortController()
  const signal = AbortSignal.any([vain.signal, ...(making.signal ? [making.signal] : [])])
  const begun = begins(making).then((does) => {
    if (!does) vain.abort()
    return does
  })
  const args = remuxCommand(making.source, resolve(making.input))
  const [copied] = await Promise.allSettled([
    make({ ...making, signal, nice: awaited }, args, ['source']),
    begun,
  ])
  if (!(await begun) && !making.signal?.aborted) {
    await rm(join(making.out, 'source'), { recursive: true, force: true })
    return null
  }
  if (copied.status === 'rejected') throw copied.reason
  return copied.value[0]!
}

/**
 * Copying decodes nothing: a scrambled film would be playable, and announced, until the ladder finds out. So keyframes and sound of
 * the first 12 s are decoded beside: 0.1 s.
 */
async function begins({ source, input, signal }: Making): Promise<boolean> {
  const opened = open(source.demuxer, resolve(input))
  const tracks = [source.video, ...(source.audio ? [source.audio.index] : [])]
  const args = [
    ...quiet,
    ...options({ t: 12, skip_frame: 'nokey' }),
    ...opened,
    ...tracks.flatMap((index) => ['-map', `0:${index}`]),
    ...options({ f: 'null' }),
    '-',
  ]
  let frames = 0
  const onLine = (line: string) => (frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames))
  const ending = await run({ tool: 'ffmpeg', args, input, signal, onLine, seconds: 30, nice: awaited })
  return ending.ok && frames > 0
}

/**
 * Every other rung, verified, lowest first. A remuxed first one does not count, since its keyframes are where they
 * please: then all rungs are made, and `source` is to leave the master playlist. May be empty.
 */
export async function makeRest(making: Making & { done: Rendition }): Promise<Rendition[]> {
  const rungs = ladder(making.source).filter((rung) => rung.name !== making.done.name)
  return rungs.length === 0 ? [] : encode(making, rungs)
}

function encode(making: Standing, rungs: Rung[]) {
  const args = ladderCommand(making.source, resolve(making.input), rungs)
  return make(
    making,
    args,
    rungs.map((rung) => rung.name),
  )
}

async function make(making: Standing, args: string[], names: string[]): Promise<Rendition[]> {
  const { source, input, out, signal, onProgress, nice } = making
  for (const name of names) {
    await rm(join(out, name), { recursive: true, force: true })
    await mkdir(join(out, name), { recursive: true })
  }
  const onLine = (line: string) => {
    const time = /^out_time_us=(\d+)/.exec(line)?.[1]
    if (time !== undefined) onProgress?.(Math.min(1, Number(time) / 1e6 / source.duration))
  }
  blame(
    await run({ tool: 'ffmpeg', args, input, folder: out, signal, onLine, nice, ...limits(source) }),
    'encoding',
    signal,
  )
  await Promise.all(names.map((name) => unsign(join(out, name, 'init.mp4'))))
  return Promise.all(names.map((name) => verify(join(out, name), source)))
}

const GIB = 1024 ** 3

// The largest ladder (2160p60) takes about 25 s of processor time a second here; the rest is room for slower machines.
// Every core brings threads, and every thread its stack and heap to the address space.
function limits(source: Source) {
  return { cpuSeconds: 600 + source.duration * 120, memory: (6 + availableParallelism() / 2) * GIB }
}

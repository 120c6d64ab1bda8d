import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { blame } from './blame.ts'
import { ladderCommand, quiet, remuxCommand } from './commands.ts'
import { awaited, run } from './ffmpeg.ts'
import { open } from './input.ts'
import { audioRung, firstRung, ladder, type Rung } from './ladder.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import type { Rendition } from './rendition.ts'
import { unsign } from './unsigned.ts'
import { verify, verifyAudio } from './verify.ts'

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
 * that and its beginning can be decoded, else a low rung.
 */
export async function makeFirst(making: Making): Promise<Rendition> {
  const remuxed = making.source.remuxable ? await remux(making) : null
  return remuxed ?? (await encode({ ...making, nice: awaited }, [firstRung(ladder(making.source))]))[0]!
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
 * Every other rung, verified, lowest first, and the one that is only sound where there is sound. A remuxed first one does not
 * count, since its keyframes are where they please: then all rungs are made, and `source` is to leave the master playlist. May be empty.
 */
export async function makeRest(making: Making & { done: Rendition }): Promise<Rendition[]> {
  const rungs = ladder(making.source).filter((rung) => rung.name !== making.done.name)
  const withAudio = making.source.audio !== null
  return rungs.length === 0 && !withAudio ? [] : encode(making, rungs, { withAudio })
}

async function encode(making: Standing, rungs: Rung[], { withAudio = false } = {}): Promise<Rendition[]> {
  const args = ladderCommand(making.source, resolve(making.input), rungs, { withAudio })
  const names = rungs.map((rung) => rung.name)
  await runInto(making, args, withAudio ? [...names, audioRung.name] : names)
  const made = await Promise.all(names.map((name) => verified(making, name)))
  const audio = withAudio && (await verifiedAudio(making))
  return audio ? [...made, audio] : made
}

async function make(making: Standing, args: string[], names: string[]): Promise<Rendition[]> {
  await runInto(making, args, names)
  return Promise.all(names.map((name) => verified(making, name)))
}

async function runInto(making: Standing, args: string[], names: string[]): Promise<void> {
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
}

async function verified({ out, source }: Standing, name: string): Promise<Rendition> {
  await unsign(join(out, name, 'init.mp4'))
  return verify(join(out, name), source)
}

/** Null where the sound is not whole: a film without this rung is still a film. */
async function verifiedAudio({ out, source }: Standing): Promise<Rendition | null> {
  const folder = join(out, audioRung.name)
  try {
    await unsign(join(folder, 'init.mp4'))
    return await verifyAudio(folder, source)
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
}

const GIB = 1024 ** 3

// The largest ladder (2160p60) takes about 25 s of processor time a second here; the rest is room for slower machines.
// Every core brings threads, and every thread its stack and heap to the address space.
function limits(source: Source) {
  return { cpuSeconds: 600 + source.duration * 120, memory: (6 + availableParallelism() / 2) * GIB }
}

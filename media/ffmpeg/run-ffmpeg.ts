import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recheckSandbox, detectSandboxTools, spawnSandboxed } from '../sandbox/spawn-sandboxed.ts'
import { removeIrregularFiles } from '../sandbox/irregular-files.ts'
import type { SandboxOptions, SandboxTools } from '../sandbox/sandbox-command.ts'

export type FfmpegRun = {
  tool: 'ffmpeg' | 'ffprobe'
  args: readonly string[]
  input?: string | undefined
  folder?: string | undefined
  signal?: AbortSignal | undefined
  /** Bytes for standard input; nothing can be read there without it. */
  stdin?: Readable | undefined
  /** Each line of standard output. */
  onLine?: ((line: string) => void) | undefined
  /** Seconds without progress after which the run is ended. */
  stallSeconds?: number | undefined
  /** Seconds of wall time after which the run is ended. */
  seconds?: number | undefined
  cpuSeconds?: number | undefined
  memory?: number | undefined
  /** See `Cell`. */
  nice?: number | undefined
  fences?: SandboxTools | undefined
}

/** `nice` of what somebody waits for: it gets about five parts of the processor where a ladder beside it gets one. */
export const foregroundNice = 3

/** How a run ended: `ok`, or at least one of the other words. */
export type FfmpegResult = {
  ok: boolean
  /** The program could not be started at all. */
  notStarted: boolean
  /** It ended by itself with a code other than 0. */
  failed: boolean
  /** Somebody else's signal ended it, or the kernel did (processor time, memory). */
  killed: boolean
  /** Our AbortSignal ended it. */
  stopped: boolean
  stalled: boolean
  overran: boolean
  /** Disk or memory ran out. On a full disk ffmpeg says so, writes empty segments and exits with 0. */
  starved: boolean
  /** It was memory: more than its limit was asked for. */
  bloated: boolean
  code: number | null
  /** The last 16 KiB of standard error. */
  log: string
}

type CancelReason = 'stopped' | 'stalled' | 'overran'

type FfmpegObserver = (tool: FfmpegRun['tool'], work: () => Promise<FfmpegResult>) => Promise<FfmpegResult>
let observeRun: FfmpegObserver = (_, work) => work()

/** Who stands around each run from now on: to count and to time it. */
export function setFfmpegObserver(chosen: FfmpegObserver) {
  observeRun = chosen
}

/**
 * Runs ffmpeg or ffprobe in the sandbox. How it ended is in the result, which comes when the whole chain is gone. Throws
 * SandboxUnavailable, and nothing else.
 */
export function runFfmpeg(job: FfmpegRun): Promise<FfmpegResult> {
  return observeRun(job.tool, () => startRun(job))
}

async function startRun(job: FfmpegRun): Promise<FfmpegResult> {
  if (job.signal?.aborted) return describeResult({ stopped: true }, null, null, '')
  const walls = job.fences ?? (await detectSandboxTools())
  const words = [job.tool, ...job.args]
  const { child, kill } = spawnSandboxed(words, sandboxOptionsFor(job), walls, job.stdin ? 'pipe' : 'ignore')
  const how: { [word in CancelReason | 'notStarted']?: boolean } = {}
  const dog = watchdog(job, (why) => {
    how[why] = true
    kill()
  })
  const log = collectLogTail(child)
  const lines = createInterface({ input: child.stdout! }).on('line', (line) => {
    dog.saw(line)
    job.onLine?.(line)
  })
  child.on('error', () => (how.notStarted = true))
  if (job.stdin) pipeline(job.stdin, child.stdin!).catch(() => {}) // it may stop reading early: EPIPE is no news
  const [code, signal] = await Promise.all([once(child, 'close'), once(lines, 'close')])
    .then(([end]) => end as [number | null, string | null])
    .catch(() => [null, null])
  dog.off()
  // It was not ffmpeg that failed: the file is not to blame.
  if (code !== 0 && walls.bwrap && /^bwrap: /m.test(log())) await recheckSandbox()
  const strange = job.folder ? await removeIrregularFiles(job.folder) : []
  if (strange.length === 0) return describeResult(how, code, signal, log())
  const left = `left ${strange.join(', ')}, no plain files`
  return { ...describeResult(how, code, signal, left), ok: false, failed: true }
}

const GIB = 1024 ** 3

function sandboxOptionsFor({
  input,
  folder,
  cpuSeconds = 60,
  memory = 4 * GIB,
  nice,
}: FfmpegRun): SandboxOptions {
  return { input: input && resolve(input), folder: folder && resolve(folder), cpuSeconds, memory, nice }
}

/** Ends a run that is told to stop, takes too long, or says the same thing for too long. */
function watchdog(job: FfmpegRun, end: (why: CancelReason) => void) {
  const stop = () => end('stopped')
  job.signal?.addEventListener('abort', stop, { once: true })
  // Told between the first look and now: an event that has passed does not come again.
  if (job.signal?.aborted) stop()
  const stall = setTimeout(() => end('stalled'), (job.stallSeconds ?? 60) * 1000)
  const over = job.seconds === undefined ? undefined : setTimeout(() => end('overran'), job.seconds * 1000)
  const off = () => {
    job.signal?.removeEventListener('abort', stop)
    clearTimeout(stall)
    clearTimeout(over)
  }
  const seen = new Map<string, string>()
  const saw = (line: string) => {
    if (isProgress(line, seen)) stall.refresh()
  }
  return { saw, off }
}

// `-progress` repeats itself every half second even when nothing moves; only a frame or a time that changed is progress.
function isProgress(line: string, seen: Map<string, string>) {
  const [, key, value] = /^(\w+)=\s*(\S*)$/.exec(line) ?? []
  if (key === undefined) return true
  if ((key !== 'frame' && key !== 'out_time_us') || seen.get(key) === value) return false
  seen.set(key, value ?? '')
  return true
}

function collectLogTail(child: ChildProcess) {
  let text = ''
  child.stderr!.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-16_384)))
  return () => text
}

function describeResult(
  how: { [word in CancelReason | 'notStarted']?: boolean },
  code: number | null,
  signal: string | null,
  log: string,
): FfmpegResult {
  const { stopped = false, stalled = false, overran = false, notStarted = false } = how
  const cut = stopped || stalled || overran || notStarted
  const killed = !cut && (signal !== null || endedBySignal(code))
  const bloated = /Cannot allocate memory/.test(log)
  const starved = bloated || /No space left on device|Disk quota exceeded|File too large/.test(log)
  const failed = !cut && !killed && code !== 0
  return {
    ok: code === 0 && !cut && !starved,
    notStarted,
    failed,
    killed,
    stopped,
    stalled,
    overran,
    starved,
    bloated,
    code,
    log,
  }
}

// bwrap passes a signal on as 128 + its number; ffmpeg answers a polite one with 255 after closing the playlist.
function endedBySignal(code: number | null) {
  return code !== null && ((code > 128 && code < 160) || code === 255)
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recheckSandbox, detectSandboxTools, spawnSandboxed } from '../sandbox/spawn-sandboxed.ts'
import { removeNonRegularFiles } from '../sandbox/non-regular-files.ts'
import type { SandboxOptions, SandboxTools } from '../sandbox/sandbox-command.ts'

export type FfmpegRunOptions = {
  tool: 'ffmpeg' | 'ffprobe'
  args: readonly string[]
  input?: string | undefined
  folder?: string | undefined
  signal?: AbortSignal | undefined
  /** The bytes for standard input. Empty by default. */
  stdin?: Readable | undefined
  /** Called with each line that ffmpeg prints on standard output. */
  onLine?: ((line: string) => void) | undefined
  /**
   * Receives the bytes of standard output instead of `onLine`. Every write counts as progress. If the stream
   * is destroyed, the run is stopped and reported as aborted.
   */
  stdout?: Writable | undefined
  /** Ends the run after this many seconds without progress. */
  stallTimeoutSeconds?: number | undefined
  /** Ends the run after this many seconds of wall-clock time. */
  timeoutSeconds?: number | undefined
  cpuSeconds?: number | undefined
  memory?: number | undefined
  /** The maximum size of an output file in bytes. */
  fileBytes?: number | undefined
  /** The niceness of the ffmpeg run, as described in `SandboxOptions`. */
  nice?: number | undefined
  tools?: SandboxTools | undefined
}

/**
 * The niceness of work that a user is waiting for. Work at this niceness gets about five times as much CPU
 * time as a bitrate ladder that is encoded at the same time.
 */
export const foregroundNiceLevel = 3

/** How a run of ffmpeg ended. If `ok` is false, at least one of the other flags is true. */
export type FfmpegResult = {
  ok: boolean
  /** The program could not be started, for example because it is missing. */
  notStarted: boolean
  /** ffmpeg exited with a code other than 0. */
  failed: boolean
  /**
   * ffmpeg was ended by a signal that this process did not send. The kernel, for example, signals an ffmpeg
   * process that exceeds its CPU time or memory limit.
   */
  killed: boolean
  /** The run was ended by the caller's AbortSignal. */
  aborted: boolean
  stalled: boolean
  timedOut: boolean
  /**
   * ffmpeg ran out of disk space or memory. On a full disk, ffmpeg logs an error, writes empty segments and
   * exits with 0.
   */
  outOfResources: boolean
  /** The run requested more memory than its limit. */
  outOfMemory: boolean
  code: number | null
  /** The last 16 KiB of ffmpeg's standard error. */
  log: string
}

type CancelReason = 'aborted' | 'stalled' | 'timedOut'

type FfmpegObserver = (
  tool: FfmpegRunOptions['tool'],
  work: () => Promise<FfmpegResult>,
) => Promise<FfmpegResult>
let observeRun: FfmpegObserver = (_, work) => work()

/** Sets a function that wraps every later ffmpeg run and records metrics. */
export function setFfmpegObserver(chosen: FfmpegObserver) {
  observeRun = chosen
}

/**
 * Runs ffmpeg or ffprobe in the sandbox. Resolves with the result when all processes of the run have ended.
 * The only exception that this function throws is SandboxUnavailableError.
 */
export function runFfmpeg(job: FfmpegRunOptions): Promise<FfmpegResult> {
  return observeRun(job.tool, () => startRun(job))
}

async function startRun(job: FfmpegRunOptions): Promise<FfmpegResult> {
  if (job.signal?.aborted) return describeResult({ aborted: true }, null, null, '')
  const tools = job.tools ?? (await detectSandboxTools())
  const command = [job.tool, ...job.args]
  const { child, kill } = spawnSandboxed(
    command,
    sandboxOptionsFor(job),
    tools,
    job.stdin ? 'pipe' : 'ignore',
  )
  const flags: { [flag in CancelReason | 'notStarted']?: boolean } = {}
  const watchdog = startWatchdog(job, (why) => {
    flags[why] = true
    kill()
  })
  const log = collectLogTail(child)
  const output = job.stdout
    ? forwardOutput(child, job.stdout, watchdog)
    : once(readLines(child, job, watchdog), 'close')
  child.on('error', () => (flags.notStarted = true))
  if (job.stdin) pipeline(job.stdin, child.stdin!).catch(() => {}) // ffmpeg may stop reading early, so EPIPE is expected
  const [code, signal] = await Promise.all([once(child, 'close'), output])
    .then(([end]) => end as [number | null, string | null])
    .catch(() => [null, null])
  watchdog.off()
  // The failure came from the sandbox (bwrap) and not from ffmpeg, so the uploaded file is not the cause.
  if (code !== 0 && tools.bwrap && /^bwrap: /m.test(log())) await recheckSandbox()
  const removed = job.folder ? await removeNonRegularFiles(job.folder) : []
  if (removed.length === 0) return describeResult(flags, code, signal, log())
  const message = `ffmpeg left links or special files: ${removed.join(', ')}`
  return { ...describeResult(flags, code, signal, message), ok: false, failed: true }
}

const GIB = 1024 ** 3

function sandboxOptionsFor({
  input,
  folder,
  cpuSeconds = 60,
  memory = 4 * GIB,
  nice,
  fileBytes,
}: FfmpegRunOptions): SandboxOptions {
  return {
    fileBytes,
    input: input && resolve(input),
    folder: folder && resolve(folder),
    cpuSeconds,
    memory,
    nice,
  }
}

type Watchdog = ReturnType<typeof startWatchdog>

function readLines(child: ChildProcess, { onLine }: FfmpegRunOptions, watchdog: Watchdog) {
  return createInterface({ input: child.stdout! }).on('line', (line) => {
    watchdog.saw(line)
    onLine?.(line)
  })
}

function forwardOutput(child: ChildProcess, stdout: Writable, watchdog: Watchdog) {
  child.stdout!.on('data', watchdog.madeProgress)
  return pipeline(child.stdout!, stdout).catch(() => watchdog.abort())
}

/** Ends a run that is aborted, takes too long or stops making progress. */
function startWatchdog(job: FfmpegRunOptions, end: (why: CancelReason) => void) {
  const stop = () => end('aborted')
  job.signal?.addEventListener('abort', stop, { once: true })
  // An AbortSignal that is already aborted does not fire the `abort` event.
  if (job.signal?.aborted) stop()
  const stall = setTimeout(() => end('stalled'), (job.stallTimeoutSeconds ?? 60) * 1000)
  const deadline =
    job.timeoutSeconds === undefined
      ? undefined
      : setTimeout(() => end('timedOut'), job.timeoutSeconds * 1000)
  const off = () => {
    job.signal?.removeEventListener('abort', stop)
    clearTimeout(stall)
    clearTimeout(deadline)
  }
  const seen = new Map<string, string>()
  const saw = (line: string) => {
    if (isProgress(line, seen)) stall.refresh()
  }
  return { saw, off, abort: stop, madeProgress: () => void stall.refresh() }
}

// `-progress` repeats its report every half second even when nothing happens. Only a changed frame number or
// time counts as progress.
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
  flags: { [flag in CancelReason | 'notStarted']?: boolean },
  code: number | null,
  signal: string | null,
  log: string,
): FfmpegResult {
  const { aborted = false, stalled = false, timedOut = false, notStarted = false } = flags
  const wasCancelled = aborted || stalled || timedOut || notStarted
  const killed = !wasCancelled && (signal !== null || endedBySignal(code))
  const outOfMemory = /Cannot allocate memory/.test(log)
  const outOfResources = outOfMemory || /No space left on device|Disk quota exceeded|File too large/.test(log)
  const failed = !wasCancelled && !killed && code !== 0
  return {
    ok: code === 0 && !wasCancelled && !outOfResources,
    notStarted,
    failed,
    killed,
    aborted,
    stalled,
    timedOut,
    outOfResources,
    outOfMemory,
    code,
    log,
  }
}

// bwrap reports a signal as an exit code of 128 + the signal's number. After SIGTERM, ffmpeg closes the
// playlist and exits with 255.
function endedBySignal(code: number | null) {
  return code !== null && ((code > 128 && code < 160) || code === 255)
}

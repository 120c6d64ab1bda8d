import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { killIfRunning, currentSandboxOwner } from './orphaned-sandboxes.ts'
import { setAutogroupNice } from './autogroup.ts'
import {
  sandboxCommand,
  type SandboxOptions,
  type SandboxTools,
  niceLevelOf,
  bwrapStatusFd,
} from './sandbox-command.ts'

/** A process behind the fences that are there, and what ends it with all that it has started. */
export type SandboxedProcess = { child: ChildProcess; kill: () => void }

/**
 * Starts a program in a cell; the only place that starts a process. Standard output and error can be read, standard input is
 * written to when it is a `pipe`.
 */
export function spawnSandboxed(
  words: readonly string[],
  cell: SandboxOptions,
  fence: SandboxTools,
  stdin: 'pipe' | 'ignore',
): SandboxedProcess {
  const [command, ...args] = [...sandboxCommand(fence, cell, currentSandboxOwner()), ...words]
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/' }
  const child = spawn(command!, args, {
    env,
    cwd: cell.folder ?? '/',
    stdio: [stdin, 'pipe', 'pipe', ...(fence.bwrap ? ['pipe' as const] : [])],
  })
  return { child, kill: createKill(child, fence, niceLevelOf(cell)) }
}

/** Nothing that people send may be decoded on this machine until its operator has mended the sandbox. Passing: try again later. */
export class SandboxUnavailable extends Error {
  override name = 'SandboxUnavailable'
}

/** `SANDBOX=off`: an operator has decided to decode without walls. Read here, because this room knows no configuration. */
const isSandboxOff = () => process.env['SANDBOX'] === 'off'

/** How long a missing sandbox is believed to be missing. One that works is only tried again after a run that it broke. */
const retryMs = 5000

let detection: { fences: Promise<SandboxTools>; until: number } | undefined
let isMissing = false
type Level = 'error' | 'warn' | 'info'
let logSandbox: (level: Level, line: string) => void = (_, line) => process.stderr.write(`${line}\n`)

/** Who is told of a sandbox that is missing, weaker than it should be, or back. Standard error until somebody else asks. */
export function setSandboxLogger(log: (level: Level, line: string) => void) {
  logSandbox = log
}

/**
 * What fences programs in here. Throws SandboxUnavailable where user namespaces or limits are missing, unless `SANDBOX=off`; asked
 * again later, it looks again.
 */
export function detectSandboxTools(): Promise<SandboxTools> {
  if (!detection || detection.until < Date.now()) detection = { fences: detectTools(), until: Infinity }
  const mine = detection
  mine.fences.catch(() => (mine.until = Math.min(mine.until, Date.now() + retryMs)))
  return mine.fences
}

/** After a run that the sandbox itself broke: throws SandboxUnavailable if it does not work any more. */
export async function recheckSandbox(): Promise<void> {
  detection = undefined
  await detectSandboxTools()
}

async function detectTools(): Promise<SandboxTools> {
  const none = { prlimit: false, nice: false, bwrap: false, setpriv: false }
  const works = (only: Partial<SandboxTools>) => tryTools({ ...none, ...only })
  const names = ['prlimit', 'nice', 'bwrap', 'setpriv'] as const
  const [prlimit, nice, bwrap, setpriv] = await Promise.all(names.map((name) => works({ [name]: true })))
  const missing = [!bwrap && 'bubblewrap (user namespaces)', !prlimit && 'prlimit']
    .filter(Boolean)
    .join(' and ')
  if (missing && isSandboxOff())
    logSandbox(
      'warn',
      `WARNING: SANDBOX=off: what people upload is decoded without ${missing}: ${prlimit ? 'limits and ' : ''}lists of codecs` +
        ` and formats are the only fence. ${installHint}`,
    )
  if (missing && !isSandboxOff()) {
    const line = `No video and no picture is decoded: ${missing} does not work here, and uploads wait. ${installHint}, or set SANDBOX=off to decode without walls.`
    if (!isMissing) logSandbox('error', line)
    isMissing = true
    throw new SandboxUnavailable(line)
  }
  if (isMissing) logSandbox('info', 'The sandbox works again: uploads that waited are processed.')
  isMissing = false
  return { prlimit: prlimit!, nice: nice!, bwrap: bwrap!, setpriv: setpriv! }
}

const installHint =
  'Install bubblewrap, util-linux and ffmpeg, and allow user namespaces (docs/operations.md, Sandbox)'

async function tryTools(only: SandboxTools) {
  const { child } = spawnSandboxed(
    ['ffmpeg', '-version'],
    { cpuSeconds: 60, memory: 4 * 1024 ** 3 },
    only,
    'ignore',
  )
  child.stdout!.resume()
  child.stderr!.resume()
  const [code] = await once(child, 'close').catch(() => [null])
  return code === 0
}

/**
 * What kills all of the chain. bwrap ties its inner half to its outer one only some milliseconds after it has forked: killed before,
 * the outer half alone would leave the inner one running. So the inner one, which takes everything in there with it, is
 * killed by the number that bwrap tells, and who is told to stop earlier waits for that number. It leads the session that is to stand back.
 */
function createKill(child: ChildProcess, { bwrap }: SandboxTools, nice: number): () => void {
  if (!bwrap) return () => void child.kill('SIGKILL')
  let inside: number | undefined
  let late: NodeJS.Timeout | undefined
  const kill = () => {
    if (inside === undefined) return void (late ??= setTimeout(() => child.kill('SIGKILL'), 5000).unref())
    killIfRunning(inside)
    child.kill('SIGKILL')
  }
  createInterface({ input: child.stdio[bwrapStatusFd] as Readable }).on('line', (line) => {
    const told = Number(/"child-pid": (\d+)/.exec(line)?.[1])
    if (told && inside === undefined) void setAutogroupNice((inside = told), nice)
    if (late) kill()
  })
  child.on('close', () => clearTimeout(late))
  return kill
}

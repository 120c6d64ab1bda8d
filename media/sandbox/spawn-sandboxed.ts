import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { killProcessIfRunning, getCurrentSandboxOwner } from './orphaned-sandboxes.ts'
import { setAutogroupNice } from './autogroup.ts'
import {
  buildSandboxCommand,
  type SandboxOptions,
  type SandboxTools,
  getNiceLevel,
  bwrapStatusFd,
} from './sandbox-command.ts'

/**
 * A sandboxed process, and a function that kills the process together with all processes that it has started.
 */
export type SandboxedProcess = { child: ChildProcess; kill: () => void }

/**
 * Starts a program in a sandbox. All other code must start processes through this function. Standard output
 * and error can be read; standard input can be written if it is a `pipe`.
 */
export function spawnSandboxed(
  program: readonly string[],
  options: SandboxOptions,
  tools: SandboxTools,
  stdin: 'pipe' | 'ignore',
): SandboxedProcess {
  const [command, ...args] = [...buildSandboxCommand(tools, options, getCurrentSandboxOwner()), ...program]
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/' }
  const child = spawn(command!, args, {
    env,
    cwd: options.folder ?? '/',
    stdio: [stdin, 'pipe', 'pipe', ...(tools.bwrap ? ['pipe' as const] : [])],
  })
  return { child, kill: createKill(child, tools, getNiceLevel(options)) }
}

/**
 * Thrown if uploads cannot be decoded on this machine until the operator repairs the sandbox. A broken
 * sandbox is a temporary state, so the work is retried later.
 */
export class SandboxUnavailableError extends Error {
  override name = 'SandboxUnavailableError'
}

/**
 * Whether the operator accepts decoding without isolation. This module reads the `SANDBOX`
 * environment variable directly, because it does not import the server's configuration.
 */
const isSandboxOff = () => process.env['SANDBOX'] === 'off'

/**
 * The number of milliseconds to wait after a failed test before the sandbox is tested again. A working
 * sandbox is tested again only after a run in it has failed.
 */
const retryMs = 5000

let detection: { tools: Promise<SandboxTools>; until: number } | undefined
let isMissing = false
type Level = 'error' | 'warn' | 'info'
let logSandbox: (level: Level, line: string) => void = (_, line) => process.stderr.write(`${line}\n`)

/**
 * Sets the function that logs changes in the state of the sandbox: missing, not fully working, or available
 * again. By default, messages about the sandbox are written to standard error.
 */
export function setSandboxLogger(log: (level: Level, line: string) => void) {
  logSandbox = log
}

/**
 * Detects which sandboxing tools work. Throws SandboxUnavailableError if user namespaces or resource limits
 * (prlimit) do not work, unless `SANDBOX=off` is set. After a failed test, a later call tests the tools
 * again.
 */
export function detectSandboxTools(): Promise<SandboxTools> {
  if (!detection || detection.until < Date.now()) detection = { tools: detectTools(), until: Infinity }
  const current = detection
  current.tools.catch(() => (current.until = Math.min(current.until, Date.now() + retryMs)))
  return current.tools
}

/**
 * Tests the sandbox again after a run in the sandbox has failed. Throws SandboxUnavailableError if the
 * sandbox no longer works.
 */
export async function recheckSandbox(): Promise<void> {
  detection = undefined
  await detectSandboxTools()
}

async function detectTools(): Promise<SandboxTools> {
  const tools = (await tryTools(usualTools)) ? usualTools : await tryEachTool()
  const { prlimit, bwrap } = tools
  const missing = [!bwrap && 'bubblewrap (user namespaces)', !prlimit && 'prlimit']
    .filter(Boolean)
    .join(' and ')
  if (missing && isSandboxOff())
    logSandbox(
      'warn',
      `WARNING: SANDBOX=off: uploads are decoded without ${missing}. Only ${prlimit ? 'resource limits and ' : ''}the lists of allowed codecs` +
        ` and formats protect this machine. ${installHint}`,
    )
  if (missing && !isSandboxOff()) {
    const line = `No video and no picture is decoded: ${missing} does not work here, and uploads wait. ${installHint}, or set SANDBOX=off to decode without a sandbox.`
    if (!isMissing) logSandbox('error', line)
    isMissing = true
    throw new SandboxUnavailableError(line)
  }
  if (isMissing) logSandbox('info', 'The sandbox works again: waiting uploads are being processed.')
  isMissing = false
  return tools
}

const noTools: SandboxTools = { prlimit: false, nice: false, bwrap: false, setpriv: false }

/**
 * The sandboxing tools that the server uses on a machine where every tool works. A single run of ffmpeg tests
 * all these tools together, because each start of ffmpeg takes 70 ms of CPU time.
 */
const usualTools: SandboxTools = { prlimit: true, nice: true, bwrap: true, setpriv: false }

async function tryEachTool(): Promise<SandboxTools> {
  const names = ['prlimit', 'nice', 'bwrap', 'setpriv'] as const
  const works = await Promise.all(names.map((name) => tryTools({ ...noTools, [name]: true })))
  const [prlimit, nice, bwrap, setpriv] = works as [boolean, boolean, boolean, boolean]
  return { prlimit, nice, bwrap, setpriv }
}

const installHint =
  'Install bubblewrap, util-linux and ffmpeg, and allow user namespaces (docs/operations/install.md, Sandbox)'

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
 * Returns a function that kills all processes of a sandbox. bwrap does not tie its inner process to the outer
 * process until a few milliseconds after forking. If the outer process is killed before bwrap has tied the
 * two processes, the inner process keeps running. For this reason, the function kills the inner process by
 * its process id, which bwrap reports. When the inner process dies, all other processes in the sandbox die
 * too. If bwrap has not reported the process id yet, the function waits up to 5 s for the id and then kills
 * the outer process. The niceness is set on the session that the inner process leads.
 */
function createKill(child: ChildProcess, { bwrap }: SandboxTools, nice: number): () => void {
  if (!bwrap) return () => void child.kill('SIGKILL')
  let innerPid: number | undefined
  let pendingKill: NodeJS.Timeout | undefined
  const kill = () => {
    if (innerPid === undefined)
      return void (pendingKill ??= setTimeout(() => child.kill('SIGKILL'), 5000).unref())
    killProcessIfRunning(innerPid)
    child.kill('SIGKILL')
  }
  createInterface({ input: child.stdio[bwrapStatusFd] as Readable }).on('line', (line) => {
    const pid = Number(/"child-pid": (\d+)/.exec(line)?.[1])
    if (pid && innerPid === undefined) void setAutogroupNice((innerPid = pid), nice)
    if (pendingKill) kill()
  })
  child.on('close', () => clearTimeout(pendingKill))
  return kill
}

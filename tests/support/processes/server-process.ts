import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { waitForProcessesToExit, listProcessTree } from './process-tree.ts'

/** Afterbell in separate processes, as an operator runs it. */
export interface ServerProcess {
  url: string
  port: number
  pid: number
  dataDir: string
  /** The number of seconds from the start of the process to its first response. */
  answeredAfter: number
  /** The URL of the page that shows the stored emails, including the access key. */
  mailbox: string
  /** Recent log lines, oldest first. */
  log: readonly string[]
  /**
   * Stops the server as Ctrl-C does. Resolves when all processes of the server have exited, with the number
   * of seconds that this took.
   */
  stop(): Promise<number>
  /** Sends `kill -9` only to the server process. */
  kill(): Promise<void>
}

interface ServerOptions {
  dataDir: string
  /**
   * The port of the server. By default, the server gets a free port. A test can pass the port of a stopped
   * server to start the new server at the same address.
   */
  port?: number
  /**
   * `node` starts `server/main.ts` with the Node binary that runs the tests. `npm` runs `npm start`, so the
   * processes of npm and its shell run too.
   */
  by?: 'node' | 'npm'
  env?: Record<string, string>
  /** The folder of the release to start, if the test does not start the current source code. */
  home?: string
  /** Receives each log line. */
  hear?: (line: string) => void
}

/**
 * Starts the server on a free port and waits for its first response. Prints the server's log to standard
 * error if the server exits early.
 */
export async function startServerProcess({
  dataDir,
  by = 'node',
  env = {},
  hear = () => {},
  home = productFolder,
  ...given
}: ServerOptions): Promise<ServerProcess> {
  const port = given.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawnServer(by, home, {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    ROLE: 'all',
    ...env,
  })
  const log: string[] = []
  let mailbox = ''
  await waitForReadyLine(child, log, (line) => {
    mailbox = /http\S+\/dev\/mail\?key=[\w-]+/.exec(line)?.[0] ?? mailbox
    hear(line)
  })
  if (env['ROLE'] !== 'worker') await firstAnswer(url)
  const answeredAfter = (performance.now() - startedAt) / 1000
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url,
    port,
    pid: child.pid!,
    dataDir,
    answeredAfter,
    mailbox,
    log,
    stop: () => stopServer(child),
    kill,
  }
}

async function firstAnswer(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the first page answered ${response.status}`)
  await response.text()
}

/**
 * Creates a data folder for one server. The caller must remove the folder. Everyone can read the folder,
 * because PostgreSQL runs as a different user if the tests run as root.
 */
export async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-run-'))
  await chmod(folder, 0o755)
  return folder
}

const productFolder = join(import.meta.dirname, '../../..')

function spawnServer(by: 'node' | 'npm', home: string, settings: Record<string, string>): ChildProcess {
  const [command, args] =
    by === 'npm' ? ['npm', ['start', '--silent']] : [process.execPath, [join(home, 'server/main.ts')]]
  const env = { ...inheritedEnv(), ...settings }
  const child = spawn(command, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const endToo = () => terminateGroup(child)
  process.once('exit', endToo)
  child.once('exit', () => process.off('exit', endToo))
  return child
}

/** Returns the inherited environment without Afterbell's settings. */
function inheritedEnv(): Record<string, string> {
  const kept = [
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TMPDIR',
    'USER',
    'CHROMIUM',
    'NODE_COMPILE_CACHE',
    'SANDBOX',
  ]
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && kept.includes(entry[0]),
    ),
  )
}

async function waitForReadyLine(
  child: ChildProcess,
  log: string[],
  hear: (line: string) => void,
): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with code ${code}:\n${log.join('\n')}`)
  })
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (line) => {
        hear(line)
        // Drop the oldest line that is not an error. Keep the error lines, because they explain why a run
        // failed.
        if (log.push(line) > 200) log.splice(Math.max(0, log.findIndex(isNoError)), 1)
        if (line.includes(' is ready: ')) resolve()
      })
  })
  await Promise.race([ready, ended])
  ended.catch(() => {})
}

const isNoError = (line: string) => !line.includes('"level":"error"')

/** Signals npm, its shell and the server simultaneously, as Ctrl-C in a terminal does. */
function terminateGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
}

/** Resolves when the server and all processes that it started have exited. */
async function stopServer(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return 0
  const startedAt = performance.now()
  const pids = await listProcessTree(child.pid!)
  const ended = once(child, 'exit')
  terminateGroup(child)
  await ended
  await waitForProcessesToExit(pids)
  return (performance.now() - startedAt) / 1000
}

/** Returns a port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

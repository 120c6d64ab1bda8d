import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { waitForProcessesToExit, listProcessTree } from './process-tree.ts'

/** The real product in processes of its own, as somebody at home runs it. */
export interface ServerProcess {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Seconds from the start of the process to its first answer. */
  answeredAfter: number
  /** Where kept email is read, with the key (the page asks for it). */
  mailbox: string
  /** What it has said of late, oldest first. */
  log: readonly string[]
  /** As Ctrl-C does. Resolves with the seconds it took, when it has ended with all that it had started. */
  stop(): Promise<number>
  /** `kill -9` of the process alone. */
  kill(): Promise<void>
}

interface ServerOptions {
  dataDir: string
  /** A free one, unless it shall be the one of a server that has ended. */
  port?: number
  /** `server/main.ts` under this Node, or what `npm start` runs with all that npm puts around it. */
  by?: 'node' | 'npm'
  env?: Record<string, string>
  /** The folder of the product, when it is another release of it. */
  home?: string
  /** Gets each line it says. */
  hear?: (line: string) => void
}

/** Starts it on a free port and waits for its first answer. Its log goes to standard error when it ends too early. */
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
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the first page answered ${answer.status}`)
  await answer.text()
}

/** A data folder of one run; to be removed by whoever asked. PostgreSQL has to get in, and under root it is another user. */
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

/** Settings of whoever started us are not those of this server. */
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
        if (log.push(line) > 200) log.shift()
        if (line.includes(' is ready: ')) resolve()
      })
  })
  await Promise.race([ready, ended])
  ended.catch(() => {})
}

/** As a terminal's Ctrl-C does: npm, the shell that it puts in between, and the server are told all at once. */
function terminateGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
}

/** Resolves when it has ended, with all that it has started. */
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

/** Free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The real server as a process of its own, with a data folder of its own. */
export interface RunningServer {
  url: string
  pid: number
  dataDir: string
  /** `kill -9`, and wait until it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  startAgain(): Promise<void>
  /** SIGTERM; resolves with how long it took, in seconds. */
  stop(): Promise<number>
  close(): Promise<void>
}

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'afterbell-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }
  let child = await launch(settings, url)
  return {
    url,
    dataDir,
    get pid() {
      return child.pid!
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async startAgain() {
      child = await launch(settings, url)
    },
    stop: () => terminate(child),
    async close() {
      await terminate(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn('node', ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout!.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr!.on('data', (text: Buffer) => (said += text.toString()))
  const end = Date.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended at its start:\n${said}`)
    if (await answers(url)) return child
    if (Date.now() > end) throw new Error(`the server did not answer within 30 s:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function terminate(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return 0
  const began = Date.now()
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return (Date.now() - began) / 1000
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

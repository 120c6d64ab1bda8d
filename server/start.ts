import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fences } from '#media/fenced.ts'
import { endSandboxes } from '#media/leftover.ts'
import { signingSecret, startAuth } from './accounts/auth.ts'
import { mailboxAddress } from './accounts/mailbox-key.ts'
import { api, chores, workers } from './app.ts'
import { type Config, ConfigError, configure } from './platform/config.ts'
import { closeDatabase, openDatabase } from './platform/db/db.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { endStreams } from './platform/event-stream.ts'
import { listen, stopListening } from './platform/http/listen.ts'
import { listenBeside } from './platform/http/metrics.ts'
import { startLive, stopLive } from './platform/live.ts'
import { log } from './platform/log.ts'
import { measureProcess } from './platform/metrics/process.ts'
import { signPages } from './platform/page-cache.ts'
import { addPages } from './platform/pages.ts'
import { startQueue, startWork, stopQueue } from './platform/queue.ts'
import { counted } from './platform/storage/counted.ts'
import { localStorage, ownFolder } from './platform/storage/local.ts'
import { type Storage, useStorage } from './platform/storage/storage.ts'
import { startTracing, stopTracing } from './platform/trace/trace.ts'
import { keepMinutes } from './upkeep/figures/keep.ts'
import { settleRestore } from './upkeep/restore/swap.ts'

/** What is running, newest last: it stops in the opposite order. */
const running: { name: string; stop: () => Promise<void> }[] = []

async function start(config: Config): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  if (config.traces) {
    await startTracing(config.traces)
    running.push({ name: 'traces', stop: stopTracing })
  }
  running.push({ name: 'sandboxes', stop: async () => void (await endSandboxes('mine')) })
  if (await endSandboxes('the dead')) log.warn('ended sandboxes that a dead process had left running')
  const url = await database(config)
  for (const name of await migrate(url)) log.info(`Database brought up to date: ${name}`)
  await settleRestore({ databaseUrl: url, dataDir: config.dataDir, tell: (line) => log.info(line) })
  openDatabase(url)
  running.push({ name: 'database pool', stop: closeDatabase })
  useStorage(counted(await openStorage(config)))
  measureProcess()
  if (config.metrics.listen) await serveBeside(config.metrics.listen)
  await startAuth()
  await startQueue(
    url,
    workers.map(({ job }) => job),
    config.role !== 'web',
  )
  running.push({ name: 'queue', stop: stopQueue })
  const stopKeeping = keepMinutes(config.role)
  running.push({ name: 'minutes', stop: async () => stopKeeping() })
  if (config.role !== 'worker') await serve(config, url)
  if (config.role !== 'web') await startWork(workers, chores)
  if (config.role === 'worker') log.info(`${config.siteName} is ready: working on jobs`)
  // Tried now, so that an operator hears of a missing sandbox at the start, not at the first upload; not before somebody is answered.
  await fences().catch(() => {})
}

async function database(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) })
  running.push({ name: 'PostgreSQL', stop: embedded.stop })
  return embedded.url
}

async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (!s3) return localStorage(await ownFolder(join(dataDir, 'files')))
  const { s3Storage } = await import('./platform/storage/s3.ts')
  return s3Storage(s3)
}

async function serve(config: Config, url: string): Promise<void> {
  await startLive(url)
  running.push({ name: 'live updates', stop: stopLive })
  const app = api()
  signPages(signingSecret())
  await addPages(app)
  const server = await listen(app, config)
  running.push({ name: 'web server', stop: () => stopListening(server, endStreams) })
  const mailbox = mailboxAddress()
  if (mailbox) log.info(`No mail server is set, so email is kept here. Read it at ${mailbox}`)
  log.info(`${config.siteName} is ready: ${config.publicUrl}`)
}

/** Metrics and health on a port of their own: last to go, so that a slow stop can be watched. */
async function serveBeside(where: NonNullable<Config['metrics']['listen']>): Promise<void> {
  const server = await listenBeside(where)
  running.push({ name: 'metrics server', stop: () => stopListening(server, () => {}) })
}

let stopping = false

/** Ends everything, in 15 s at the most. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(code || 1), 14_000).unref()
  for (const { name, stop: end } of running.toReversed())
    await end().catch((error: Error) => log.warn(`${name} did not stop cleanly`, { error: error.message }))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
endWithNpm()
process.on('unhandledRejection', (reason) =>
  log.error('unhandled', { error: String((reason as Error)?.stack ?? reason) }),
)

/** A SIGTERM to npm alone ends npm and its shell without a word to us: then nobody is left to stop us but ourselves. */
function endWithNpm(): void {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, 500).unref()
}

try {
  await start(configure(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  await stop(1)
}

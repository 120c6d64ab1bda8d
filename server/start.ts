import { mkdir } from 'node:fs/promises'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { detectSandboxTools } from '#media/sandbox/spawn-sandboxed.ts'
import { killSandboxes } from '#media/sandbox/orphaned-sandboxes.ts'
import { initializeAuth } from '#server/auth/auth.ts'
import { startEncoderServer } from './broadcasts/encoders/encoder-server.ts'
import { startBroadcastWorker } from './broadcasts/ingest/broadcast-worker.ts'
import { logAutomaticCaptionsSetup } from '#server/captions/automatic/log-automatic-captions-setup.ts'
import { loadVapidKeys } from '#server/notifications/push/vapid-keys.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import { getDevMailboxUrl } from '#server/auth/dev-mailbox-access.ts'
import { createApi, cronJobs, jobWorkers } from './app.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { ConfigError } from './platform/settings/config-error.ts'
import { assertDatabaseUrlsUsable } from './platform/db/connection-pooler.ts'
import { closeDatabase, openDatabase } from './platform/db/db.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { closeEventStreams } from '#server/platform/live-updates/event-stream.ts'
import { startHttpServer, stopHttpServer } from '#server/platform/http/http-server.ts'
import { startMediaCachePurger } from './playback/shared-cache/purge-worker.ts'
import { startMetricsServer } from '#server/platform/http/metrics-routes.ts'
import { startLiveUpdates, stopLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { log } from './platform/log.ts'
import { startProcessMetrics } from '#server/platform/metrics/process-metrics.ts'
import { setPageNonceSecret } from '#server/platform/pages/page-cache.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { startQueue, startJobWorkers, stopQueue } from '#server/platform/queue/queue.ts'
import { withStorageMetrics } from '#server/platform/storage/storage-metrics.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { setStorage } from './platform/storage/storage.ts'
import { startSettingsSync } from '#server/platform/runtime-settings/settings-sync.ts'
import { startTracing, stopTracing } from '#server/platform/tracing/tracing.ts'
import { startProcessMetricsRecorder } from '#server/operations/metrics-page/process-metrics-recorder.ts'
import { startWebhookDispatcher } from '#server/webhooks/dispatcher.ts'
import { recoverInterruptedRestore } from '#server/operations/restore/swap-data-folders.ts'

/**
 * The services that this process has started, in the order in which they were started. The services are
 * stopped in reverse order.
 */
const running: { name: string; stop: () => Promise<void> }[] = []

async function start(config: Config): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  if (config.traces) {
    await startTracing(config.traces)
    running.push({ name: 'traces', stop: stopTracing })
  }
  running.push({ name: 'sandboxes', stop: async () => void (await killSandboxes('mine')) })
  if (await killSandboxes('the dead')) log.warn('Stopped sandboxes left over from a previous process')
  const database = await resolveDatabaseUrls(config)
  const { sessionUrl } = database
  for (const name of await migrate(sessionUrl)) log.info(`Applied database migration ${name}`)
  await recoverInterruptedRestore({
    databaseUrl: sessionUrl,
    dataDir: config.dataDir,
    reportProgress: (line) => log.info(line),
  })
  openDatabase(database.url, undefined, {
    directUrl: config.databaseDirectUrl,
    replicaUrl: config.databaseReplicaUrl,
  })
  running.push({ name: 'database pool', stop: closeDatabase })
  setStorage(withStorageMetrics(await openStorage(config)))
  startProcessMetrics()
  if (config.metrics.listen) await serveMetrics(config.metrics.listen)
  const stopSettingsSync = await startSettingsSync()
  running.push({ name: 'settings', stop: stopSettingsSync })
  await initializeAuth()
  await loadVapidKeys()
  await startQueue(
    sessionUrl,
    jobWorkers.map(({ job }) => job),
    config.role !== 'web',
  )
  running.push({ name: 'queue', stop: stopQueue })
  const stopKeeping = startProcessMetricsRecorder(config.role)
  running.push({ name: 'minutes', stop: async () => stopKeeping() })
  if (config.mediaCache)
    running.push({ name: 'purges of the shared cache', stop: startMediaCachePurger(config.mediaCache) })
  if (config.role !== 'worker') await serve(config, sessionUrl)
  if (config.role !== 'web') {
    running.push({ name: 'webhooks', stop: startWebhookDispatcher() })
    await startJobWorkers(jobWorkers, cronJobs)
  }
  if (config.role !== 'web' && config.live) await startBroadcasts(config, sessionUrl)
  if (config.role === 'worker') log.info(`${getSetting('site_name')} is ready: working on jobs`)
  // The sandbox is checked at startup, so the operator learns about a missing sandbox before the first
  // upload. The check runs last because it would delay the first response.
  await detectSandboxTools().catch(() => {})
  if (config.role !== 'web') await logAutomaticCaptionsSetup()
}

/**
 * Packages broadcasts. Signals from other processes wake the worker, so a process without a web server also
 * listens for signals.
 */
async function startBroadcasts({ role }: Config, sessionUrl: string): Promise<void> {
  if (role === 'worker') {
    await startLiveUpdates(sessionUrl)
    running.push({ name: 'live updates', stop: stopLiveUpdates })
  }
  running.push({ name: 'broadcasts', stop: startBroadcastWorker() })
}

/**
 * Returns the address of the database, and the address for connections that keep their session. The addresses
 * differ if the site uses a connection pooler.
 */
async function resolveDatabaseUrls(config: Config): Promise<{ url: string; sessionUrl: string }> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl) {
    await assertDatabaseUrlsUsable({ databaseUrl, databaseDirectUrl })
    return { url: databaseUrl, sessionUrl: databaseDirectUrl ?? databaseUrl }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
  running.push({ name: 'PostgreSQL', stop: embedded.stop })
  return { url: embedded.url, sessionUrl: embedded.url }
}

async function serve(config: Config, sessionUrl: string): Promise<void> {
  await startLiveUpdates(sessionUrl)
  running.push({ name: 'live updates', stop: stopLiveUpdates })
  const app = createApi()
  setPageNonceSecret(getSigningSecret())
  await mountPages(app)
  const server = await startHttpServer(app, config)
  running.push({ name: 'web server', stop: () => stopHttpServer(server, closeEventStreams) })
  if (config.rtmp) running.push({ name: 'RTMP server', stop: (await startEncoderServer(config.rtmp)).stop })
  const mailbox = getDevMailboxUrl()
  if (mailbox) log.info(`No mail server is configured, so emails are stored locally. Read them at ${mailbox}`)
  log.info(`${getSetting('site_name')} is ready: ${config.publicUrl}`)
}

/**
 * Serves metrics and health checks on their own port. The metrics server stops last, so that a slow shutdown
 * can be observed.
 */
async function serveMetrics(where: NonNullable<Config['metrics']['listen']>): Promise<void> {
  const server = await startMetricsServer(where)
  running.push({ name: 'metrics server', stop: () => stopHttpServer(server, () => {}) })
}

let stopping = false

/** Stops everything this process has started, within 15 s. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(code || 1), 14_000).unref()
  for (const { name, stop: end } of running.toReversed())
    await end().catch((error: Error) => log.warn(`${name} did not stop cleanly`, { error: error.message }))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
stopWhenNpmExits()
process.on('unhandledRejection', (reason) =>
  log.error('unhandled rejection', { error: String((reason as Error)?.stack ?? reason) }),
)

/**
 * Stops this process when npm exits. If only npm receives SIGTERM, npm and its shell exit without sending a
 * signal to this process. To notice that npm has exited, this process checks whether its parent process has
 * changed.
 */
function stopWhenNpmExits(): void {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, 500).unref()
}

try {
  await start(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  await stop(1)
}

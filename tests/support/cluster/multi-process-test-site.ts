import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession } from '#contract/accounts/current-user.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'
import {
  createDataDir,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

/**
 * Afterbell as separate processes (`ROLE=web` and `ROLE=worker`) that share one database and one data folder.
 * The test process accesses this database and folder through the server's own modules `db` and `storage`.
 */
export interface MultiProcessTestSite {
  url: string
  dataDir: string
  web: ServerProcess
  /**
   * The running workers. A test that kills a worker must also remove the worker from
   * `workers`.
   */
  workers: Set<ServerProcess>
  /** The recent log lines of every worker, including workers that were killed. */
  logs: (readonly string[])[]
  /** Starts or stops workers until `count` workers are running. */
  setWorkerCount(count: number): Promise<void>
  /** Restarts the web server on the same port after a test has killed it. */
  restartWeb(): Promise<void>
  /** Starts a second web server, on another port. It stops with the site. */
  startSecondWeb(): Promise<ServerProcess>
  /** Creates a member whose account is a month old. */
  signUpMember(): Promise<HttpTestClient>
  /** With `proxiedDatabase`, the proxy through which the servers reach PostgreSQL. */
  databaseProxy?: FlakyProxy
  /** The cleanup functions that run after the site's servers have stopped. */
  cleanups: (() => Promise<void>)[]
  close(): Promise<void>
}

/** Options for a site that differs from the default site. */
export interface MultiProcessTestSiteOptions {
  /** With the `all` role, one process serves requests and transcodes videos, as in a small installation. */
  role?: 'web' | 'all'
  /** Whether the server runs an embedded PostgreSQL instead of using the PostgreSQL that all tests share. */
  ownPostgres?: boolean
  /** Whether the servers reach the shared PostgreSQL through a proxy. The test process reaches it directly. */
  proxiedDatabase?: boolean
  env?: Record<string, string>
}

let opened: { like: string; site: Promise<MultiProcessTestSite> } | undefined

/**
 * The first call opens a site that the test files of this run share. A call with different options closes the
 * shared site and opens a new one.
 */
export async function startSharedMultiProcessTestSite(
  wish: MultiProcessTestSiteOptions = {},
): Promise<MultiProcessTestSite> {
  const like = JSON.stringify(wish)
  if (opened && opened.like !== like) await stopSharedMultiProcessTestSite()
  return (opened ??= { like, site: openSite(wish) }).site
}

export async function stopSharedMultiProcessTestSite(): Promise<void> {
  const closing = opened?.site
  opened = undefined
  await (await closing)?.close()
}

async function openSite({
  role = 'web',
  ownPostgres = false,
  proxiedDatabase = false,
  env: more = {},
}: MultiProcessTestSiteOptions): Promise<MultiProcessTestSite> {
  const database = ownPostgres ? undefined : await createTestDatabase()
  const dataDir = await createDataDir()
  // Rate limits are off, because a few clients simulate many people.
  const proxied = database && proxiedDatabase ? await proxyDatabase(database.url) : undefined
  const databaseUrl = proxied?.url ?? database?.url
  const settings = { PACE: '0', ...more, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const logs: MultiProcessTestSite['logs'] = []
  const start = async (env: Record<string, string>, port?: number) => {
    const started = await startServerProcess({ dataDir, env: { ...settings, ...env }, ...(port && { port }) })
    if (env['ROLE'] === 'worker') logs.push(started.log)
    return started
  }
  const web = await start({ ROLE: role })
  const { s3 } = loadConfig({ DATA_DIR: dataDir, ...more, PUBLIC_URL: web.url })
  openDatabase(database?.url ?? ownUrl(dataDir))
  setStorage(s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files')))
  const site: MultiProcessTestSite = {
    url: web.url,
    dataDir,
    web,
    workers: new Set(),
    logs,
    setWorkerCount: (count) =>
      adjustWorkerCount(site.workers, count, () => start({ ROLE: 'worker', PUBLIC_URL: web.url })),
    restartWeb: async () => void (site.web = await start({ ROLE: role }, web.port)),
    async startSecondWeb() {
      const second = await start({ ROLE: 'web', PUBLIC_URL: web.url })
      site.cleanups.unshift(async () => void (await second.stop()))
      return second
    },
    signUpMember: () => signUpNewMember(web.url),
    ...(proxied && { databaseProxy: proxied.proxy }),
    cleanups: proxied ? [proxied.proxy.close] : [],
    async close() {
      await closeDatabase()
      await Promise.all([site.web.stop(), ...[...site.workers].map((one) => one.stop())])
      for (const end of site.cleanups) await end()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return site
}

async function proxyDatabase(url: string): Promise<{ proxy: FlakyProxy; url: string }> {
  const { username, pathname, searchParams } = new URL(url)
  const proxy = await startFlakyProxy({ path: join(searchParams.get('host')!, '.s.PGSQL.5432') })
  return { proxy, url: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}` }
}

/**
 * The connection URL of a server's embedded PostgreSQL (server/platform/db/embedded/embedded-postgres.ts).
 */
function ownUrl(dataDir: string): string {
  return `postgres://afterbell@localhost/afterbell?host=${encodeURIComponent(join(dataDir, 'postgres'))}`
}

async function adjustWorkerCount(
  workers: Set<ServerProcess>,
  count: number,
  start: () => Promise<ServerProcess>,
) {
  const spare = [...workers].slice(count)
  await Promise.all(spare.map((one) => one.stop()))
  for (const one of spare) workers.delete(one)
  const missing = Array.from({ length: Math.max(0, count - workers.size) }, start)
  for (const one of await Promise.all(missing)) workers.add(one)
}

export async function signUpNewMember(url: string): Promise<HttpTestClient> {
  const member = await signUpOverHttp(url, generateUniqueUsername())
  const { me } = await member.call(getSession, {})
  await backdateAccounts({ id: me!.id })
  return member
}

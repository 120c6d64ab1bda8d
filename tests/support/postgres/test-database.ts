import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { isProcessAlive } from '#server/platform/db/embedded/postmaster.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startInstalledPostgres } from './installed-postgres.ts'

const TEMPLATE = 'afterbell_template'
const FOLDER = 'afterbell-scratch-'

let ownServer: Promise<TestPostgres> | undefined

export type TestPostgres = { url: string; stop(): Promise<void> }

/** A PostgreSQL server for one test run, without fsync and with a fully migrated template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const place = await chooseFastTempFolder()
  await removeStaleFolders(place)
  const dataDir = join(place, `${FOLDER}${process.pid}`)
  await mkdir(dataDir)
  await chmod(dataDir, 0o755) // under root, PostgreSQL runs as another user and needs access
  const binaries = process.env['TEST_POSTGRES_BIN']
  const server = binaries
    ? await startInstalledPostgres(binaries, dataDir)
    : await startEmbeddedPostgres({ dataDir, log: () => {}, scratch: true })
  await runStatement(server.url, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(databaseUrl(server.url, TEMPLATE))
  await makeQueueTables(databaseUrl(server.url, TEMPLATE))
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

interface ScratchDatabase {
  url: string
  /** The address of the database through PgBouncer, if the tests run with `TEST_PGBOUNCER=yes`. */
  pooledUrl?: string
  /** Drops the database after closing its remaining connections. */
  drop(): Promise<void>
}

/**
 * Creates an empty, migrated database for one test file. The database is a copy of the template. The database
 * is on the server that the test runner started. If the test file is run directly, the database is on a
 * server that belongs to this process.
 */
export function createTestDatabase(): Promise<ScratchDatabase> {
  return createScratchDatabase(`TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
}

/** Creates a database without tables, like the database that an operator provides for the first start. */
export function createEmptyDatabase(): Promise<ScratchDatabase> {
  return createScratchDatabase('')
}

/** Copies a database to which no connection is open. */
export function copyTestDatabase(url: string): Promise<ScratchDatabase> {
  return createScratchDatabase(`TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY FILE_COPY`)
}

async function createScratchDatabase(made: string): Promise<ScratchDatabase> {
  const server = process.env['TEST_DATABASE_URL'] ?? (await ownPostgres()).url
  const name = `afterbell_${randomBytes(6).toString('hex')}`
  await runStatement(server, `CREATE DATABASE ${name} ${made}`)
  const pooler = process.env['TEST_POOLER_URL']
  return {
    url: databaseUrl(server, name),
    ...(pooler && { pooledUrl: databaseUrl(pooler, name) }),
    drop: () => runStatement(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/**
 * Creates the tables of the job queue, such as in the template database. Otherwise, the job queue would create its
 * tables when it first starts, which takes about a second per test file.
 */
export async function makeQueueTables(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Returns `/dev/shm`, which is a folder in memory, or the system's temporary folder if `/dev/shm` has at most
 * 1 GiB of free space. Copying the 390 files of a test database takes 10 ms in memory and 330 ms on a virtual
 * machine's disk. Some containers have only 64 MB of shared memory, which is not enough for the databases.
 */
export async function chooseFastTempFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > 2 ** 30 ? '/dev/shm' : tmpdir()
}

function ownPostgres(): Promise<TestPostgres> {
  ownServer ??= startTestPostgres().then((server) => {
    process.once('beforeExit', () => void server.stop())
    return server
  })
  return ownServer
}

/**
 * Removes the files that killed test runs left behind. The PostgreSQL server of a killed run needs no
 * cleanup, because it ends together with the run.
 */
async function removeStaleFolders(place: string) {
  for (const name of await readdir(place)) {
    if (!name.startsWith(FOLDER) || isProcessAlive(Number(name.slice(FOLDER.length)))) continue
    await rm(join(place, name), { recursive: true, force: true })
  }
}

function databaseUrl(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

async function runStatement(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

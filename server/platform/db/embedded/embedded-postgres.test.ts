import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import test, { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { chooseFastTempFolder } from '#tests/support/postgres/test-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const quiet = () => {}
const folders: string[] = []

// This hook is registered at file level, so it runs after all tests and their own hooks. A hook registered
// inside a test would run before the hooks that stop the test's servers.
after(async () => {
  for (const folder of folders) {
    while ((await postgresOf(folder)).length > 0) await sleep(20)
    await rm(folder, { recursive: true })
  }
})

test('creates a database at the first start and finds its data at the second', async (t) => {
  const dataDir = await dataFolder()
  const first = await startEmbeddedPostgres({ dataDir, log: quiet })
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir, log: quiet })
  t.after(second.stop)
  assert.deepEqual(await ask(second.url, 'SELECT n FROM kept'), [{ n: 7 }])
})

test('the embedded PostgreSQL has every feature that the schema needs, and the server does not connect as a superuser', async (t) => {
  const { url } = await running(t)
  await ask(url, 'CREATE EXTENSION pg_trgm')
  assert.deepEqual(
    await ask(url, `SELECT show_trgm('É') = show_trgm('é') AS same, cardinality(show_trgm('é')) AS n`),
    [{ same: true, n: 2 }],
  )
  assert.deepEqual(await ask(url, `SELECT to_tsvector('simple', '“Ébène…”')::text AS v`), [
    { v: `'ébène':1` },
  ])
  assert.deepEqual(await ask(url, 'SELECT uuid_extract_version(uuidv7()) AS v'), [{ v: 7 }])
  assert.deepEqual(
    await ask(url, `SELECT current_setting('fsync') AS fsync, current_setting('is_superuser') AS super`),
    [{ fsync: 'on', super: 'off' }],
  )
})

test('leaves no PostgreSQL process behind after kill -9 of the server, and keeps committed data', async (t) => {
  const dataDir = await madeFolder()
  const victim = await otherServer(t, dataDir)
  await ask(victim.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  victim.process.kill('SIGKILL')
  await once(victim.process, 'exit')
  while ((await postgresOf(dataDir)).length > 0) await sleep(20)
  const next = await startEmbeddedPostgres({ dataDir, log: quiet })
  t.after(next.stop)
  assert.deepEqual(await ask(next.url, 'SELECT n FROM kept'), [{ n: 7 }])
})

test('a server restarted right after kill -9 waits for the orphaned PostgreSQL process to exit', async (t) => {
  const dataDir = await madeFolder()
  const victim = await otherServer(t, dataDir)
  await ask(victim.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  victim.process.kill('SIGKILL')
  await once(victim.process, 'exit')
  const next = await startEmbeddedPostgres({ dataDir, log: quiet })
  t.after(next.stop)
  assert.deepEqual(await ask(next.url, 'SELECT n FROM kept'), [{ n: 7 }])
})

test('uses a database that another process started, without stopping the database on shutdown', async (t) => {
  const dataDir = await madeFolder()
  const other = await otherServer(t, dataDir)
  const borrowed = await startEmbeddedPostgres({ dataDir, log: quiet })
  await borrowed.stop()
  assert.deepEqual(await ask(other.url, 'SELECT 1 AS n'), [{ n: 1 }])
})

test('keeps a shared database running when the process that started it is killed', async (t) => {
  const dataDir = await madeFolder()
  const owner = await otherServer(t, dataDir)
  const borrowed = await startEmbeddedPostgres({ dataDir, log: quiet })
  t.after(borrowed.stop)
  await ask(borrowed.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  const before = await postmasterOf(dataDir)
  owner.process.kill('SIGKILL')
  while ((await postmasterOf(dataDir)) === before) await sleep(20)
  assert.deepEqual(await patiently(() => ask(borrowed.url, 'SELECT n FROM kept')), [{ n: 7 }])
})

test('four concurrent first starts share one database', async (t) => {
  const dataDir = await dataFolder()
  const servers = await Promise.all(Array.from({ length: 4 }, () => otherServer(t, dataDir)))
  await ask(servers[0]!.url, 'CREATE TABLE shared ()')
  for (const { url } of servers) assert.deepEqual(await ask(url, 'SELECT FROM shared'), [])
})

test('discards the leftovers of an interrupted first start', async (t) => {
  const dataDir = await dataFolder()
  await mkdir(join(dataDir, 'postgres.new-99999999'), { recursive: true })
  const { url } = await running(t, dataDir)
  assert.deepEqual(await ask(url, 'SELECT 1 AS n'), [{ n: 1 }])
  assert.deepEqual(await readdir(dataDir), ['postgres'])
})

test('restarts PostgreSQL after it is killed, without losing committed rows', async (t) => {
  const dataDir = await madeFolder()
  const { url } = await running(t, dataDir)
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n')
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  assert.deepEqual(await patiently(() => ask(url, 'SELECT n FROM kept')), [{ n: 7 }])
})

test('supports a data folder whose path is too long for a Unix socket', async (t) => {
  const { url } = await running(t, join(await dataFolder(), 'deep'.repeat(20), 'deeper'.repeat(20)))
  assert.deepEqual(await ask(url, 'SELECT 1 AS n'), [{ n: 1 }])
})

test('as root, if PostgreSQL cannot access the data folder, stores the database elsewhere and leaves a file with its path', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('PostgreSQL runs as another user only under root')
  const dataDir = await dataFolder()
  await chmod(dirname(dataDir), 0o700)
  const first = await startEmbeddedPostgres({ dataDir, log: quiet })
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  const note = await readFile(join(dataDir, 'where-the-database-is.txt'), 'utf8')
  const elsewhere = note.split('\n').find((line) => line.startsWith('/'))!
  await chmod(dirname(dataDir), 0o755)
  const second = await startEmbeddedPostgres({ dataDir, log: quiet })
  t.after(async () => {
    await second.stop()
    await rm(elsewhere, { recursive: true })
  })
  assert.deepEqual(await ask(second.url, 'SELECT n FROM kept'), [{ n: 7 }])
})

async function dataFolder(): Promise<string> {
  const parent = await mkdtemp(join(await chooseFastTempFolder(), 'afterbell-embedded-'))
  folders.push(parent)
  await chmod(parent, 0o755) // mkdtemp creates folders with mode 0700, and under root PostgreSQL runs as another user
  return join(parent, 'data')
}

let made: Promise<string> | undefined

/**
 * Returns a copy of a data folder that already contains a database. Copying saves time, because creating a
 * database takes up most of a first start, and most tests do not test a first start.
 */
async function madeFolder(): Promise<string> {
  made ??= dataFolder().then(async (dataDir) => {
    const server = await startEmbeddedPostgres({ dataDir, log: quiet })
    await server.stop()
    return dataDir
  })
  const copy = await dataFolder()
  await promisify(execFile)('cp', ['-a', await made, copy])
  return copy
}

async function running(t: TestContext, dataDir?: string) {
  const server = await startEmbeddedPostgres({ dataDir: dataDir ?? (await dataFolder()), log: quiet })
  t.after(server.stop)
  return server
}

/** Starts another process that runs the database of this folder until it is killed. */
async function otherServer(t: TestContext, dataDir: string) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))}
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
    console.log(url)
    setInterval(() => {}, 60000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { process: child, url }
}

async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(
    await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0'),
    10,
  )
}

async function postgresOf(dataDir: string): Promise<string[]> {
  const commands = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(commands)).filter(
    (line) => line.includes('postgres') && line.includes(`${dataDir}/`),
  )
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const started = Date.now(); ; await sleep(50)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() - started > 8000) throw error
    }
  }
}

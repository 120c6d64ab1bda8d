import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'

const exec = promisify(execFile)

/**
 * Starts a PostgreSQL server that is installed on this machine. The parameter is the folder that contains the
 * PostgreSQL programs, such as `/usr/lib/postgresql/15/bin`. This server resembles a managed PostgreSQL
 * service: its version differs from the version of the embedded PostgreSQL, and Afterbell's role owns the
 * database but is not a superuser. fsync is off.
 */
export async function startInstalledPostgres(
  binaries: string,
  dataDir: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = join(dataDir, 'installed')
  await createCluster(binaries, cluster)
  const server = await runPostgres(binaries, cluster, {
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // PostgreSQL 15 lets only superusers drop a database while an autovacuum worker is connected to it.
    autovacuum: 'off',
  })
  await createOwnedDatabase(cluster)
  return { url: socketUrl(cluster), stop: server.stop }
}

/** Returns the address of the database `afterbell` on the server whose socket is in this folder. */
export function socketUrl(cluster: string): string {
  return `postgres://afterbell@localhost/afterbell?host=${encodeURIComponent(cluster)}`
}

/** Creates the role `afterbell`, which is not a superuser, and its database. */
export async function createOwnedDatabase(cluster: string): Promise<void> {
  const client = new pg.Client({ host: cluster, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create role afterbell login createdb')
  await client.query('create database afterbell owner afterbell')
  await client.end()
}

export async function createCluster(binaries: string, cluster: string): Promise<void> {
  await createFolder(cluster)
  const how = '--username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions'
  await runPostgresProgram(binaries, 'initdb', ['-D', cluster, ...how.split(' ')])
}

/** Creates a folder that belongs to the user that runs PostgreSQL. */
export async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = runAs()
  if (uid !== undefined) await chown(folder, uid, gid!)
}

export async function runPostgresProgram(binaries: string, name: string, args: string[]): Promise<void> {
  await exec(join(binaries, name), args, processOptions())
}

/** Runs a PostgreSQL server that can be reached only through a socket in its folder. fsync is off. */
export async function runPostgres(
  binaries: string,
  cluster: string,
  more: Record<string, string> = {},
): Promise<{ signal(name: NodeJS.Signals): void; stop(how?: NodeJS.Signals): Promise<void> }> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: cluster,
    max_connections: '200',
    fsync: 'off',
    jit: 'off',
    timezone: 'UTC',
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...processOptions(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const stopAtExit = () => server.kill('SIGINT')
  process.once('exit', stopAtExit)
  await new Promise<void>((ready, failed) => {
    const said: string[] = []
    server.once('exit', (code) => failed(new Error(`PostgreSQL ended with ${code}: ${said.join(' ')}`)))
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (said.length < 20) said.push(line)
      if (/ready to accept (read-only )?connections/.test(line)) ready()
    })
  })
  server.unref()
  ;(server.stderr as unknown as { unref(): void }).unref()
  return {
    /** Sends a signal to all processes of the server. */
    signal: (name) => process.kill(-server.pid!, name),
    async stop(how = 'SIGINT') {
      process.off('exit', stopAtExit)
      const gone = once(server, 'exit')
      server.ref()
      server.kill(how)
      await gone
    },
  }
}

function processOptions() {
  return { ...runAs(), cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
}

/**
 * PostgreSQL refuses to run as root. If the tests run as root, PostgreSQL runs as the user `postgres`, which
 * Debian's PostgreSQL package creates.
 */
function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: number('-u'), gid: number('-g') }
}

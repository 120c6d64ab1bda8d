import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

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
  const options = { ...runAs(), cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  await mkdir(cluster, { mode: 0o700 })
  if (options.uid !== undefined) await chown(cluster, options.uid, options.gid!)
  const how = '--username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions'
  await exec(join(binaries, 'initdb'), ['-D', cluster, ...how.split(' ')], options)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: cluster,
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    jit: 'off',
    timezone: 'UTC',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  process.once('exit', () => server.kill('SIGINT'))
  await new Promise<void>((ready, failed) => {
    server.once('exit', (code) => failed(new Error(`PostgreSQL ended with ${code}`)))
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes('ready to accept connections')) ready()
    })
  })
  for (const statement of [
    'create role afterbell login createdb',
    'create database afterbell owner afterbell',
  ])
    await exec(
      join(binaries, 'psql'),
      ['-h', cluster, '-U', 'postgres', '-c', statement, 'postgres'],
      options,
    )
  server.unref()
  ;(server.stderr as unknown as { unref(): void }).unref()
  return {
    url: `postgres://afterbell@localhost/afterbell?host=${encodeURIComponent(cluster)}`,
    async stop() {
      const gone = once(server, 'exit')
      server.ref()
      server.kill('SIGINT')
      await gone
    },
  }
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

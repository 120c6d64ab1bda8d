import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../processes/server-process.ts'

/** Where Debian's package installs PgBouncer. */
const program = '/usr/sbin/pgbouncer'

/** The reason why tests that need PgBouncer are skipped, or false if PgBouncer is installed. */
export const pgBouncerSkipReason =
  !existsSync(program) && 'PgBouncer is not installed (apt install pgbouncer)'

export interface PgBouncer {
  /** Returns the address of a database through PgBouncer. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

interface PgBouncerOptions {
  mode?: 'transaction' | 'session'
  /** The maximum number of connections to each database. */
  poolSize?: number
}

/**
 * Starts PgBouncer in front of a PostgreSQL server that listens on a Unix socket. Apart from the pool mode and the
 * pool size, PgBouncer has its default settings. It therefore rejects startup parameters that it does not know.
 */
export async function startPgBouncer(
  databaseUrl: string,
  { mode = 'transaction', poolSize = 4 }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const url = new URL(databaseUrl)
  const socketFolder = url.searchParams.get('host')!
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-pgbouncer-'))
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${socketFolder} port=5432 user=${url.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
server_idle_timeout = 5
`,
  )
  // Only the user that runs PostgreSQL can reach its socket, and PgBouncer refuses to run as root.
  const { uid, gid } = await stat(socketFolder)
  const runAs = process.getuid?.() === 0 ? { uid, gid } : {}
  const child = spawn(program, [settings], { ...runAs, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`PgBouncer exited with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('process up')) ready()
    })
  })
  return {
    urlOf: (database) => `postgres://${url.username}@127.0.0.1:${port}${new URL(database).pathname}`,
    async stop() {
      process.off('exit', kill)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

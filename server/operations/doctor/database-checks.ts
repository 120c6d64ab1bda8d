import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { minPostgresVersion } from '#server/platform/db/schema-prerequisites.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Checks the connection, the version and the settings of the database. */
export async function checkDatabase(): Promise<Finding[]> {
  let server: ServerSettings
  try {
    server = await loadServerSettings()
  } catch (error) {
    return [toConnectionProblem(error as Error & { code?: string })]
  }
  const found = [...checkServerSettings(server), ...checkClock(server.now), ...(await checkMigrations())]
  return found.length > 0
    ? found
    : [ok('database', `PostgreSQL ${server.version} is reachable, and its settings are safe.`)]
}

interface ServerSettings {
  version: string
  number: number
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  connections: number
  max_connections: number
  /** The time on the clock of the database, in milliseconds. */
  now: number
}

async function loadServerSettings(): Promise<ServerSettings> {
  const { rows } = await sql<ServerSettings>`select current_setting('server_version') as version,
    current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as max_connections,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0]!
}

function toConnectionProblem(error: Error & { code?: string }): Finding {
  const advice =
    error.code === '28P01' || error.code === '28000'
      ? 'Check the user name and the password in DATABASE_URL.'
      : error.code === '3D000'
        ? 'Create the database, or correct its name in DATABASE_URL.'
        : 'Check that PostgreSQL is running, and that the host and port in DATABASE_URL are correct.'
  return problem('database', `The database does not accept the connection: ${error.message}`, advice)
}

function checkServerSettings(server: ServerSettings): Finding[] {
  const found: Finding[] = []
  if (server.number < minPostgresVersion * 10_000)
    found.push(
      problem(
        'database',
        `The database is PostgreSQL ${server.version}.`,
        `Upgrade it to version ${minPostgresVersion} or newer.`,
      ),
    )
  if (server.encoding !== 'UTF8')
    found.push(
      problem(
        'database',
        `The database uses the encoding ${server.encoding}, which cannot store all languages.`,
        'Make a backup, create a database with the encoding UTF8, and restore the backup there.',
      ),
    )
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const)
    if (server[name] === 'off')
      found.push(
        problem(
          'database',
          `The database runs with ${name} = off, so a power failure can lose or corrupt data.`,
          `Turn on ${name} in postgresql.conf, and reload PostgreSQL.`,
        ),
      )
  if (server.connections > 0.8 * server.max_connections)
    found.push(
      warning(
        'database',
        `${server.connections} of ${server.max_connections} connections to the database are in use.`,
        'Raise max_connections, or use PgBouncer (docs/operations/scaling.md, “PgBouncer”).',
      ),
    )
  return found
}

/** The difference between two clocks at which sessions, codes and signatures begin to fail. */
const maxClockDifferenceMs = 2000

function checkClock(databaseTime: number): Finding[] {
  const seconds = Math.abs(Date.now() - databaseTime) / 1000
  if (seconds <= maxClockDifferenceMs / 1000) return []
  return [
    problem(
      'clock',
      `The clock of this machine differs from the clock of the database by ${seconds.toFixed(0)} s.`,
      'Synchronize both clocks, for example with systemd-timesyncd or chrony.',
    ),
  ]
}

async function checkMigrations(): Promise<Finding[]> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('migrations') is not null as exists`.execute(db)
  if (!rows[0]!.exists)
    return [
      warning('database', 'The database is empty.', 'Start the site once. It creates its tables by itself.'),
    ]
  const applied = new Set(
    (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(({ name }) => name),
  )
  const known = (await readMigrations()).map(({ name }) => name)
  const pending = known.filter((name) => !applied.has(name))
  const unknown = [...applied].filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return [
      problem(
        'database',
        `A newer release has changed this database (${unknown.length} unknown migrations).`,
        'Install that release again, or restore the backup from before the update.',
      ),
    ]
  if (pending.length === 0) return []
  return [
    warning(
      'database',
      `${pending.length} migrations have not been applied yet, beginning with ${pending[0]!}.`,
      'Restart the site. It applies them when it starts.',
    ),
  ]
}

import pg from 'pg'
import { migrationLockId } from '#server/platform/db/migrate.ts'
import { OperatorCommandError } from '../operator-command.ts'

/**
 * Opens a connection with exclusive access to the database. A site that starts while this connection is open
 * waits until the connection is closed. Throws OperatorCommandError if a site or any other client that uses
 * the same database role is connected.
 */
export async function openExclusiveConnection(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'afterbell-restore' })
  await client.connect()
  try {
    const { rows: others } = await client.query<{ name: string }>(
      `select distinct coalesce(nullif(application_name, ''), 'a site') as name from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
    )
    if (others.length > 0) {
      const names = others.map(({ name }) => (name === 'afterbell-queue' ? 'a site' : name))
      throw new OperatorCommandError(
        `The database is in use (${[...new Set(names)].join(', ')}). Stop all web servers and workers of the site and try again. Nothing was changed.`,
      )
    }
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(${migrationLockId}) as mine`,
    )
    if (!rows[0]!.mine)
      throw new OperatorCommandError('The site is starting. Stop it and try again. Nothing was changed.')
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

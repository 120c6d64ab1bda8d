import { config } from '#server/platform/config.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { hasPostgresCluster } from '#server/platform/db/embedded/cluster.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'

/** Throws an OperatorCommandError if a command would create an empty database instead of using that of the site. */
export async function assertSiteExists(): Promise<void> {
  const { databaseDirectUrl, databaseUrl, dataDir } = config
  if (databaseDirectUrl || databaseUrl || (await hasPostgresCluster(dataDir))) return
  throw new OperatorCommandError(
    `There is no site in ${dataDir}. Start the site first or, on a site installed with systemd, use the command in docs/operations/install.md#admin-commands.`,
  )
}

/**
 * Opens the configured database. If no database is configured, starts the embedded PostgreSQL in the data
 * folder. Operator commands connect directly to PostgreSQL, even if the site uses a connection pooler.
 */
export async function openSiteDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const configured = config.databaseDirectUrl ?? config.databaseUrl
  const embedded = configured
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} })
  const url = configured ?? embedded!.url
  openDatabase(url, 2)
  return {
    url,
    async close() {
      await closeDatabase()
      await embedded?.stop()
    },
  }
}

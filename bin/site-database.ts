import { config } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'

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

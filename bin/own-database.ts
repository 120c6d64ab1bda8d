import { config } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'

/** The site's own: the one it was told to use, or the PostgreSQL that it runs in its data folder, which is lent to us. */
export async function openOwnDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
  const url = config.databaseUrl ?? embedded!.url
  openDatabase(url, 2)
  return {
    url,
    async close() {
      await closeDatabase()
      await embedded?.stop()
    },
  }
}

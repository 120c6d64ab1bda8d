import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { seedDatabase } from '../bin/seed/seed-database.ts'

/** Migrates a database, fills it as `npm run seed` does, and closes its connections. */
export async function seedBenchDatabase(
  url: string,
  content: number,
  reportProgress: (words: string) => void = () => {},
): Promise<void> {
  await migrate(url)
  loadConfig({})
  openDatabase(url, 2)
  await withBackgroundTimeouts(() => seedDatabase(content, reportProgress))
  await closeDatabase()
}

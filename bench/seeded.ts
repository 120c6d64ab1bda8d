import { configure } from '#server/platform/config.ts'
import { closeDatabase, openDatabase, unhurried } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fill } from '../bin/seed/fill.ts'

/** Brings a database up to date and fills it as `npm run seed` does. Nothing of this process is open on it after. */
export async function seedInto(
  url: string,
  content: number,
  tell: (words: string) => void = () => {},
): Promise<void> {
  await migrate(url)
  configure({})
  openDatabase(url, 2)
  await unhurried(() => fill(content, tell))
  await closeDatabase()
}

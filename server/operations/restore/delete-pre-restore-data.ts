import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { quoteIdentifier } from '../backup/backup-tables.ts'

/**
 * Deletes the old data that earlier restores replaced and kept in the database and on disk. Returns the names
 * of the deleted schemas and folders.
 */
export async function deletePreRestoreData(databaseUrl: string, dataDir: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname ~ '^before_restore_[0-9]+$'`,
    )
    for (const { name } of rows) await client.query(`drop schema ${quoteIdentifier(name)} cascade`)
    const folders = (await readdir(dataDir).catch(() => []))
      .filter((name) => /^files\.before-restore-\d+$/.test(name))
      .map((name) => join(dataDir, name))
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    return [...rows.map(({ name }) => name), ...folders]
  } finally {
    await client.end()
  }
}

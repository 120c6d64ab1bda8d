import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { db } from '../../platform/db/db.ts'
import { alive } from '../../platform/db/embedded-leftover.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { flushOne } from '../../platform/storage/durable.ts'
import { Trouble } from '../trouble.ts'
import { syncFolders } from './durable.ts'
import { writeFiles } from './files.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'
import { plainForms, writeTables } from './tables.ts'

interface Wish {
  /** Where backups are kept: each gets a folder of its own there. */
  into: string
  databaseUrl: string
  /** Of the product. */
  version: string
  /** Whether files are copied, or (of a bucket) only listed. */
  withObjects: boolean
}

/**
 * Makes a backup while the site runs: all tables as one moment saw them, and the files that their rows name. It is written under
 * another name and gets its own when the disk has all of it. Needs the database, the storage and the settings. Answers the folder.
 */
export async function backup(wish: Wish): Promise<{ folder: string; manifest: Manifest }> {
  const into = resolve(wish.into)
  await mkdir(into, { recursive: true, mode: 0o700 })
  await sweep(into)
  const madeAt = new Date()
  const temporary = join(into, `${making}${process.pid}`)
  const folder = join(into, nameOf(madeAt))
  try {
    await mkdir(join(temporary, 'tables'), { recursive: true, mode: 0o700 })
    await mkdir(join(temporary, 'files'), { mode: 0o700 })
    const manifest = await write(temporary, wish, madeAt, await newest(into))
    await rename(temporary, folder)
    await flushOne(into)
    return { folder, manifest }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (isFull(error)) throw new Trouble(`There is no room left in ${into}. Nothing of this backup was kept.`)
    throw error
  }
}

const making = '.making-'

/** What a run that was killed has left. */
async function sweep(into: string): Promise<void> {
  for (const name of await readdir(into))
    if (name.startsWith(making) && !alive(Number(name.slice(making.length))))
      await rm(join(into, name), { recursive: true, force: true })
}

function nameOf(madeAt: Date): string {
  return `afterbell-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}`
}

/** Names sort by time. One that is damaged is no ground to stand on. */
async function newest(into: string): Promise<string | undefined> {
  const names = (await readdir(into)).filter((name) => /^afterbell-[0-9TZ-]+$/.test(name)).toSorted()
  for (const name of names.toReversed()) {
    const folder = join(into, name)
    const isGood = await readManifest(folder).then(
      ({ files }) => files.are === 'here',
      () => false,
    )
    if (isGood) return folder
  }
  return undefined
}

async function write(
  folder: string,
  { databaseUrl, version, withObjects }: Wish,
  madeAt: Date,
  previous: string | undefined,
): Promise<Manifest> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'afterbell-backup' })
  await client.connect()
  try {
    await client.query(plainForms)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const tables = await writeTables(client, folder)
    if (tables.migrations.length === 0)
      throw new Trouble('This database is empty: there is nothing to back up.')
    const isOlder = tables.migrations.length < (await readMigrations()).length
    const files = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set transaction snapshot ${sql.lit(rows[0]!.id)}`.execute(tx)
        return writeFiles({ tx, folder, previous, withObjects, isOlder })
      })
    const manifest: Manifest = {
      product: 'afterbell',
      format: 1,
      version,
      made_at: madeAt.toISOString(),
      ...tables,
      files,
    }
    await writeManifest(folder, manifest)
    await syncFolders(folder)
    await chmod(folder, 0o700)
    return manifest
  } finally {
    await client.end()
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { flushOne } from '../../platform/storage/durable.ts'
import { writeDurable } from '../backup/durable.ts'
import { type Tell, Trouble } from '../trouble.ts'
import { schemaOf } from './load.ts'

interface Where {
  databaseUrl: string
  dataDir: string
  tell: Tell
}

/*
 * Rows change places in one transaction, files by two renames. In between somebody may pull the plug: so what shall happen is
 * written down first, and who comes next looks whether the rows have changed places, and does the same with the files.
 */

const journal = (dataDir: string) => join(dataDir, 'restore-under-way.json')

export const files = {
  now: (dataDir: string) => join(dataDir, 'files'),
  staged: (dataDir: string, id: string) => join(dataDir, `files.restoring-${id}`),
  aside: (dataDir: string, id: string) => join(dataDir, `files.before-restore-${id}`),
}

/** Rows and files may be of different days just now. */
export function refuseUnderWay(dataDir: string): void {
  if (existsSync(journal(dataDir)))
    throw new Trouble('A restore is under way, or was cut off: then start the site once, which settles it.')
}

/** To be called before the first file is staged. */
export async function beginSwap(dataDir: string, id: string): Promise<void> {
  await writeDurable(journal(dataDir), JSON.stringify({ id }))
  await flushOne(dataDir)
}

/** Finishes, or takes back, a restore that was cut off; does nothing where none was. */
export async function settleRestore({ databaseUrl, dataDir, tell }: Where): Promise<void> {
  const text = await readFile(journal(dataDir), 'utf8').catch(() => null)
  if (text === null) return
  const { id } = JSON.parse(text) as { id: string }
  if (await hasSwapped(databaseUrl, id)) {
    await swapFiles(dataDir, id)
    tell('A restore that was cut off was finished.')
  } else {
    await rm(files.staged(dataDir, id), { recursive: true, force: true })
    tell('A restore that was cut off was taken back: all is as it was before it.')
  }
  await endSwap(dataDir)
}

async function hasSwapped(databaseUrl: string, id: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_namespace where nspname = $1', [schemaOf(id)])
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/** Can be done twice. Where files are in a bucket nothing is staged, and nothing moves. */
export async function swapFiles(dataDir: string, id: string): Promise<void> {
  const [now, staged, aside] = [files.now(dataDir), files.staged(dataDir, id), files.aside(dataDir, id)]
  if (!existsSync(staged)) return
  if (existsSync(now) && !existsSync(aside)) await rename(now, aside)
  await rename(staged, now)
  await flushOne(dataDir)
}

export async function endSwap(dataDir: string): Promise<void> {
  await rm(journal(dataDir), { force: true })
  await flushOne(dataDir)
}

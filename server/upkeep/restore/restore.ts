import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Job } from '../../platform/queue.ts'
import { startQueue, stopQueue } from '../../platform/queue.ts'
import type { Manifest } from '../backup/manifest.ts'
import { type Tell, Trouble } from '../trouble.ts'
import { connectAlone } from './alone.ts'
import { checkBackup } from './check.ts'
import { load, schemaOf } from './load.ts'
import { countLost, putBack, stage } from './stage.ts'
import { beginSwap, endSwap, files, settleRestore, swapFiles } from './swap.ts'

interface Wish {
  /** Of one backup. */
  folder: string
  databaseUrl: string
  dataDir: string
  /** Whether files are in a bucket, which then is `storage`. */
  hasBucket: boolean
  /** All that the site works on: what waits is put back into these queues. */
  jobs: Job<object>[]
  tell: Tell
}

/** What is kept of before: the schema in the database, and the folder of files where they are local. */
export interface Restored {
  schema: string
  aside: string | null
}

/**
 * Puts a backup in the place of what is there. Throws Trouble, with everything as it was, when a site runs on the database or the
 * backup is not good; and whatever happens on the way, also `kill -9`, what was there stays. What was there is kept aside.
 */
export async function restore(wish: Wish): Promise<Restored> {
  const { databaseUrl, tell } = wish
  const folder = resolve(wish.folder)
  await mkdir(wish.dataDir, { recursive: true })
  const client = await connectAlone(databaseUrl)
  try {
    await settleRestore(wish)
    tell('Reading the backup through.')
    const manifest = await checkBackup(folder)
    refuseWithoutFiles(manifest, wish)
    await startQueue(databaseUrl, wish.jobs, false)
    try {
      return await put(client, { ...wish, folder }, manifest)
    } finally {
      await stopQueue()
    }
  } finally {
    await client.end()
  }
}

function refuseWithoutFiles({ files: kept }: Manifest, { hasBucket }: Wish): void {
  if (kept.are === 'here' || hasBucket) return
  throw new Trouble(
    'This backup names its files in a bucket and has none of them. Set S3_BUCKET to that bucket. Nothing was changed.',
  )
}

async function put(client: pg.Client, wish: Wish, manifest: Manifest): Promise<Restored> {
  const { folder, dataDir, hasBucket, tell } = wish
  const id = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)
  const staged = files.staged(dataDir, id)
  await beginSwap(dataDir, id)
  try {
    tell(`Putting ${manifest.files.count} files beside those that are there.`)
    if (!hasBucket) await stage(folder, staged)
    else await fillBucket(folder, manifest, tell)
    tell(`Loading ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`)
    const waiting = await load(client, { folder, manifest, id })
    tell(`${waiting} jobs wait in the queue.`)
  } catch (error) {
    // By what the database says, not by what we believe: a connection may break in the very moment of the commit.
    await settleRestore(wish)
    throw error
  }
  await swapFiles(dataDir, id)
  await endSwap(dataDir)
  return { schema: schemaOf(id), aside: hasBucket ? null : files.aside(dataDir, id) }
}

async function fillBucket(folder: string, manifest: Manifest, tell: Tell): Promise<void> {
  if (manifest.files.are === 'here') {
    const { count, differing } = await putBack(folder)
    tell(`${count} objects were put back into the bucket.`)
    for (const { key } of differing) tell(`Left as it is, of another size than in the backup: ${key}`)
  } else {
    const lost = await countLost(folder)
    if (lost > 0) tell(`${lost} objects that the backup names are not in the bucket any more.`)
  }
}

import { sql } from 'kysely'
import { db, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import type { CronJob } from '#server/platform/queue/queue.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { streamRows } from '../verify/row-cursor.ts'
import { mediaFolder } from '../verify/media-folder.ts'
import { matchRowsToFiles } from '../verify/match-rows-to-files.ts'
import {
  avatarFolder,
  exportFolder,
  type StorageFolder,
  statObjects,
  uploadFolder,
} from '../verify/storage-folders.ts'

const hourMs = 3600_000

/**
 * As many names without a row may be the rests of crashes. More, and a tenth of all, are a database that belongs to other files.
 * Names that this database had and has erased (`erased_files`) are its own, and count for nothing: people make any number of those.
 */
const normalLeftovers = { most: 100, part: 0.1 }

/**
 * Removes files that no row has named for an hour: what a crash between a file and its row has left. Looks at each again before
 * it goes. Where suspiciously much was never known here (another database, a restore of half a backup) only what this database has
 * erased goes, and a line says so.
 */
export async function sweepFiles(now: number = Date.now()): Promise<void> {
  await sweepStorageFolder(avatarFolder, now)
  await sweepStorageFolder(exportFolder, now)
  await sweepStorageFolder(uploadFolder, now)
  await sweepStorageFolder(mediaFolder, now)
}

async function sweepStorageFolder<Row extends { name: string }>(
  place: StorageFolder<Row>,
  now: number,
): Promise<void> {
  const before = new Date(now - hourMs)
  const { names, loose, unknown } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => findUnreferencedNames(tx, place, before))
  const isForeign = unknown.size > Math.max(normalLeftovers.most, names * normalLeftovers.part)
  if (isForeign) {
    const facts = { place: place.prefix, names, without: unknown.size }
    log.warn('too many files have no row: none of them was swept; run npm run admin -- verify', facts)
  }
  let removed = 0
  for (const [name, keys] of isForeign ? loose.erased : [...loose.erased, ...loose.others])
    removed += await removeUnreferencedFiles(place, name, keys, before).catch((error: Error) => {
      log.warn('a file without a row stays', { place: place.prefix, name, error: error.message })
      return 0
    })
  if (removed > 0) log.info('swept files without a row', { place: place.prefix, removed })
}

/** Which names have files that no row names, among how many; and which of them this database has never had. */
async function findUnreferencedNames<Row extends { name: string }>(
  tx: Tx,
  place: StorageFolder<Row>,
  before: Date,
) {
  const loose = new Map<string, string[]>()
  const unknown = new Set<string>()
  let names = 0
  const rows = streamRows(tx, `sweep_${place.prefix}`, place.rows(tx))
  for await (const { name, row, files } of matchRowsToFiles(rows, storage.walk(place.prefix), place.nameOf)) {
    if (files.length > 0) names += 1
    if (place.unreferencedKeys(row, files, before).length === 0) continue
    loose.set(
      name,
      files.map(({ key }) => key),
    )
    if (!row) unknown.add(name)
  }
  const erased = await findErasedNames(tx, place.prefix, [...unknown])
  for (const name of erased) unknown.delete(name)
  const of = (isErased: boolean) => [...loose].filter(([name]) => erased.has(name) === isErased)
  return { names, loose: { erased: of(true), others: of(false) }, unknown }
}

async function findErasedNames(tx: Tx, prefix: string, names: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${names}::text[]) as asked(name)
    join erased_files on erased_files.name = sha256(convert_to(${`${prefix}/`} || asked.name, 'UTF8'))`.execute(
    tx,
  )
  return new Set(rows.map(({ name }) => name))
}

const uuidPrefixPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/**
 * The listing was younger than the rows it was held against: only what is still so goes. The keys it found are looked at beside the
 * place's own, because a process that was killed leaves temporary files under names that nobody else knows.
 */
async function removeUnreferencedFiles<Row extends { name: string }>(
  place: StorageFolder<Row>,
  name: string,
  found: string[],
  before: Date,
): Promise<number> {
  if (place.prefix !== 'media' && !uuidPrefixPattern.test(name)) throw new Error('no name of ours')
  const known = await place.files(name)
  const keysKnown = new Set(known.map(({ key }) => key))
  const files = [...known, ...(await statObjects(found.filter((key) => !keysKnown.has(key))))]
  const { rows } = await place.rows(db, name).execute(db)
  const keys = place.unreferencedKeys(rows[0], files, before)
  if (!rows[0] && keys.length > 0) await place.removeRemains?.(name)
  for (const key of keys) await storage.remove(key)
  return keys.length
}

export const operationsCronJobs: CronJob[] = [
  { name: 'sweep-files', cron: '27 * * * *', run: () => sweepFiles() },
]

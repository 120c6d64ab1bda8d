import { sql } from 'kysely'
import { db, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { streamRows } from '../verify/row-cursor.ts'
import { mediaFolder } from '../verify/media-folder.ts'
import { matchRowsToFiles } from '../verify/match-rows-to-files.ts'
import {
  avatarsFolder,
  dataExportsFolder,
  type StorageFolder,
  listExistingObjects,
  uploadsFolder,
} from '../verify/storage-folders.ts'
import { startsWithUuid } from '#server/platform/uuid.ts'

const hourMs = 3600_000

/**
 * The number of names in storage that may lack a database row in normal operation, for example after crashes.
 * A name is the id of an item, a person or an upload. If more than `maxNames` names have no row, and their
 * fraction of all names is higher than `maxFraction`, the files probably belong to another database. Names
 * that the `erased_files` table contains are not counted, because users can delete any number of items.
 */
const normalLeftovers = { maxNames: 100, maxFraction: 0.1 }

/**
 * Deletes files that are more than an hour old and have no database row, for example because the server
 * crashed between writing a file and its row. Each file is checked again before it is deleted. If
 * suspiciously many of the files belong to ids that the database has never contained, logs a warning and
 * deletes only files that the `erased_files` table records as erased. Such a database may be the wrong one,
 * or may be only partly restored.
 */
export async function sweepFiles(now: number = Date.now()): Promise<void> {
  await sweepStorageFolder(avatarsFolder, now)
  await sweepStorageFolder(dataExportsFolder, now)
  await sweepStorageFolder(uploadsFolder, now)
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
  const isForeign = unknown.size > Math.max(normalLeftovers.maxNames, names * normalLeftovers.maxFraction)
  if (isForeign) {
    const facts = { place: place.prefix, names, without: unknown.size }
    log.warn(
      'too many files have no row, so only files recorded as erased are deleted; run npm run admin -- verify',
      facts,
    )
  }
  let removed = 0
  for (const [name, keys] of isForeign ? loose.erased : [...loose.erased, ...loose.others])
    removed += await removeUnreferencedFiles(place, name, keys, before).catch((error: Error) => {
      log.warn('a file without a row could not be deleted', {
        place: place.prefix,
        name,
        error: error.message,
      })
      return 0
    })
  if (removed > 0) log.info('deleted files without a row', { place: place.prefix, removed })
}

/**
 * Returns the unreferenced files grouped by name, the total number of names, and the names that this database
 * has never contained.
 */
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

/**
 * Deletes unreferenced files. The database rows were read before the files were listed, so every file is
 * checked again before it is deleted. Killed processes leave temporary files with unpredictable names, so the
 * check covers all listed files and not only files with the usual names.
 */
async function removeUnreferencedFiles<Row extends { name: string }>(
  place: StorageFolder<Row>,
  name: string,
  found: string[],
  before: Date,
): Promise<number> {
  if (place.prefix !== 'media' && !startsWithUuid(name))
    throw new Error('the folder name does not start with an id')
  const known = await place.files(name)
  const keysKnown = new Set(known.map(({ key }) => key))
  const files = [...known, ...(await listExistingObjects(found.filter((key) => !keysKnown.has(key))))]
  const { rows } = await place.rows(db, name).execute(db)
  const keys = place.unreferencedKeys(rows[0], files, before)
  if (!rows[0] && keys.length > 0) await place.removeLeftovers?.(name)
  for (const key of keys) await storage.remove(key)
  return keys.length
}

import { db, type Tx } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { streamRows } from './row-cursor.ts'
import type { IntegrityFinding } from './integrity-finding.ts'
import { mediaFolder } from './media-folder.ts'
import { matchRowsToFiles, type RowWithFiles } from './match-rows-to-files.ts'
import { avatarsFolder, dataExportsFolder, type StorageFolder, uploadsFolder } from './storage-folders.ts'
import type { ListedObject } from '#server/platform/storage/storage.ts'
import { startsWithUuid } from '#server/platform/uuid.ts'

export interface FileTotals {
  files: number
  bytes: number
}

/** Compares every file with the rows that should reference it, and every row with its files. */
export async function* verifyFiles(tx: Tx, before: Date, seen: FileTotals): AsyncGenerator<IntegrityFinding> {
  yield* verifyStorageFolder(tx, avatarsFolder, before, seen)
  yield* verifyStorageFolder(tx, dataExportsFolder, before, seen)
  yield* verifyStorageFolder(tx, uploadsFolder, before, seen)
  yield* verifyStorageFolder(tx, mediaFolder, before, seen)
}

async function* verifyStorageFolder<Row extends { name: string }>(
  tx: Tx,
  place: StorageFolder<Row>,
  before: Date,
  seen: FileTotals,
): AsyncGenerator<IntegrityFinding> {
  const rows = streamRows(tx, place.prefix, place.rows(tx))
  const pairs = matchRowsToFiles(rows, countFiles(storage.walk(place.prefix), seen), place.nameOf)
  for await (const found of mapConcurrently(pairs, (pair) => checkTwice(place, pair, before))) yield* found
}

async function* countFiles(
  files: AsyncIterable<ListedObject>,
  seen: FileTotals,
): AsyncGenerator<ListedObject> {
  for await (const file of files) {
    seen.files += 1
    seen.bytes += file.size
    yield file
  }
}

/**
 * The files are listed after the snapshot of the rows has been taken. Each problem is therefore checked again
 * with current rows, and is reported only if it still exists.
 */
async function checkTwice<Row extends { name: string }>(
  place: StorageFolder<Row>,
  { name, row, files }: RowWithFiles<Row, ListedObject>,
  before: Date,
): Promise<IntegrityFinding[]> {
  const first = await place.verify(row, files, before)
  if (first.length === 0) return first
  const again = await checkAgain(place, name, before)
  return again.filter(({ code, where }) => first.some((one) => one.code === code && one.where === where))
}

async function checkAgain<Row extends { name: string }>(
  place: StorageFolder<Row>,
  name: string,
  before: Date,
): Promise<IntegrityFinding[]> {
  const files = await place.files(name)
  const isAsked = place === (mediaFolder as unknown) || startsWithUuid(name)
  const { rows } = isAsked ? await place.rows(db, name).execute(db) : { rows: [] }
  return place.verify(rows[0], files, before)
}

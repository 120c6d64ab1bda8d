import { db, type Tx } from '../../platform/db/db.ts'
import { storage } from '../../platform/storage/storage.ts'
import { abreast } from '../abreast.ts'
import { rowsOf } from './cursor.ts'
import type { Finding } from './finding.ts'
import { media } from './media.ts'
import { meet, type Pair } from './meet.ts'
import { avatars, exports, type Place, uploads } from './places.ts'
import type { ListedObject } from '../../platform/storage/storage.ts'

export interface Seen {
  files: number
  bytes: number
}

/** Every file against every row that should name it, and back. */
export async function* verifyFiles(tx: Tx, before: Date, seen: Seen): AsyncGenerator<Finding> {
  yield* verifyPlace(tx, avatars, before, seen)
  yield* verifyPlace(tx, exports, before, seen)
  yield* verifyPlace(tx, uploads, before, seen)
  yield* verifyPlace(tx, media, before, seen)
}

async function* verifyPlace<Row extends { name: string }>(
  tx: Tx,
  place: Place<Row>,
  before: Date,
  seen: Seen,
): AsyncGenerator<Finding> {
  const rows = rowsOf(tx, place.prefix, place.rows(tx))
  const pairs = meet(rows, counted(storage.walk(place.prefix), seen), place.nameOf)
  for await (const found of abreast(pairs, (pair) => examine(place, pair, before))) yield* found
}

async function* counted(files: AsyncIterable<ListedObject>, seen: Seen): AsyncGenerator<ListedObject> {
  for await (const file of files) {
    seen.files += 1
    seen.bytes += file.size
    yield file
  }
}

/** The listing is younger than the snapshot of the rows. So what looks wrong is looked at again as it is now: it counts if it stays. */
async function examine<Row extends { name: string }>(
  place: Place<Row>,
  { name, row, files }: Pair<Row, ListedObject>,
  before: Date,
): Promise<Finding[]> {
  const first = await place.examine(row, files, before)
  if (first.length === 0) return first
  const again = await lookAgain(place, name, before)
  return again.filter(({ code, where }) => first.some((one) => one.code === code && one.where === where))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

async function lookAgain<Row extends { name: string }>(
  place: Place<Row>,
  name: string,
  before: Date,
): Promise<Finding[]> {
  const files = await place.files(name)
  const isAsked = place === (media as unknown) || uuid.test(name)
  const { rows } = isAsked ? await place.rows(db, name).execute(db) : { rows: [] }
  return place.examine(rows[0], files, before)
}

import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db } from '#server/platform/db/db.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { matchRowsToFiles } from '../verify/match-rows-to-files.ts'
import type { NamePage, StorageFolder } from '../verify/storage-folders.ts'

/** Files of one name that no row references. */
export interface LooseFiles {
  name: string
  hasRow: boolean
  /** Whether all files of this name are unreferenced and old enough. */
  areAll: boolean
  keys: string[]
}

/** What a part of the walk has seen. */
export interface WalkedNames {
  objects: number
  names: number
  loose: LooseFiles[]
  /** The last name that was visited. */
  last: string | undefined
  /** Whether the end of the range was reached. */
  isDone: boolean
}

type NameRange = Pick<NamePage, 'after' | 'until'>

const rowsPerPage = 500

/**
 * Walks through the names of a range and looks for unreferenced files that are older than `before`, until
 * `shouldStop` returns true. Each page of rows is one short statement, so no transaction stays open.
 */
export async function walkRange<Row extends { name: string }>(
  place: StorageFolder<Row>,
  range: NameRange,
  before: Date,
  shouldStop: (seen: { objects: number; looseKeys: number }) => boolean,
): Promise<WalkedNames> {
  const seen: WalkedNames = { objects: 0, names: 0, loose: [], last: range.after, isDone: false }
  let looseKeys = 0
  for await (const { name, row, files } of matchRowsToFiles(
    readRows(place, range),
    listFiles(place, range),
    place.nameOf,
  )) {
    const keys = place.unreferencedKeys(row, files, before)
    if (keys.length > 0)
      seen.loose.push({ name, hasRow: row !== undefined, areAll: keys.length === files.length, keys })
    looseKeys += keys.length
    seen.objects += files.length
    if (files.length > 0) seen.names += 1
    if (!place.isCursor(name)) continue
    seen.last = name
    if (shouldStop({ objects: seen.objects, looseKeys })) return seen
  }
  return { ...seen, isDone: true }
}

async function* readRows<Row extends { name: string }>(
  place: StorageFolder<Row>,
  { after, until }: NameRange,
): AsyncGenerator<Row> {
  for (let last = after; ;) {
    const page = { ...(last !== undefined && { after: last }), ...(until !== undefined && { until }) }
    const { rows } = await place.rows(db, undefined, { ...page, limit: rowsPerPage }).execute(db)
    yield* rows
    if (rows.length < rowsPerPage) return
    last = rows.at(-1)!.name
  }
}

async function* listFiles<Row extends { name: string }>(
  place: StorageFolder<Row>,
  { after, until }: NameRange,
): AsyncGenerator<ListedObject> {
  // No key contains `~`, and it sorts after all characters that keys contain.
  const from = after === undefined ? {} : { after: `${place.prefix}/${after}/~` }
  for await (const file of storage.walk(place.prefix, from)) {
    if (until !== undefined && `${place.nameOf(file.key)}/` > `${until}/`) return
    yield file
  }
}

const rangesAtOnce = 4
const maxNamesPerRange = 500
/** If a run ends early, only its first range counts, so all ranges together must not be large. */
const maxObjectsAtOnce = 100_000

/** Chooses the size of the next ranges, so that they contain about `objects` objects altogether. */
export function chooseNamesPerRange(seen: Pick<WalkedNames, 'objects' | 'names'>, objects: number): number {
  const perRange = Math.min(objects, maxObjectsAtOnce) / rangesAtOnce
  const names = Math.ceil((perRange * seen.names) / Math.max(seen.objects, 1))
  return seen.objects === 0 ? maxNamesPerRange : Math.max(1, Math.min(names, maxNamesPerRange))
}

/**
 * Divides the next names into ranges that can be listed at the same time, because a bucket returns one page after the
 * other. The last range is open if fewer names are left.
 */
export async function splitNextNames(after: string | undefined, namesPerRange: number): Promise<NameRange[]> {
  const order = sql<string>`(playback_id || '/') collate "C"`
  const next = selectItemsWithoutAccessCheck()
    .select(['playback_id as name', sql<number>`row_number() over (order by ${order})`.as('number')])
    .where(order, '>', after === undefined ? '' : `${after}/`)
    .orderBy(order)
    .limit(rangesAtOnce * namesPerRange)
  const { rows } = await sql<{ name: string }>`select name from (${next}) named
    where number % ${namesPerRange}::int = 0 order by number`.execute(db)
  const ends: (string | undefined)[] = rows.map(({ name }) => name)
  if (ends.length < rangesAtOnce) ends.push(undefined)
  return ends.map((until, nth) => {
    const start = nth === 0 ? after : ends[nth - 1]
    return { ...(start !== undefined && { after: start }), ...(until !== undefined && { until }) }
  })
}

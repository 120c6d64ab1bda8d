import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { leaseUntil } from '#server/platform/storage/storage-writes.ts'
import type { StorageFolder } from '../verify/storage-folders.ts'
import { removeAbandonedFiles } from './remove-abandoned-files.ts'
import { countVisitedFiles } from './sweep-metrics.ts'
import { claimSweep, saveSweep, type SweepState } from './sweep-state.ts'
import { sweptFolders } from './swept-folders.ts'
import {
  chooseNamesPerRange,
  type LooseFiles,
  splitNextNames,
  type WalkedNames,
  walkRange,
} from './walk-folder.ts'

const hourMs = 3600_000

/**
 * How much of the storage one run visits. A run visits 1/120 of the objects that the last walk has seen, so that the
 * hourly runs visit every object within a week even if the storage grows by 40 % in this time. A run visits at least
 * `minObjects`: smaller sites are visited completely every hour. A run lists for at most `walkMs`, and deletes until
 * `runMs` have passed; `sweep-storage-writes` deletes the rest.
 */
export const sweepLimits = {
  minObjects: 50_000,
  runsPerWalk: 120,
  walkMs: 45_000,
  runMs: 55_000,
  looseKeys: 20_000,
  firstNamesPerRange: 10,
}

/**
 * The number of names in storage that may lack a database row in normal operation, for example after crashes.
 * A name is the id of an item, a person or an upload. If more than `maxNames` names have no row, and their
 * fraction of all names is higher than `maxFraction`, the files probably belong to another database. Names
 * that the `erased_files` table contains are not counted, because users can delete any number of items.
 */
const normalLeftovers = { maxNames: 100, maxFraction: 0.1, maxNamesOfPart: 20 }

/**
 * Deletes files that are more than an hour old and have no database row. Most leftovers of killed processes are found
 * without this walk (`storage_writes`). If suspiciously many of the files belong to ids that the database has never
 * contained, logs a warning and deletes only files that the `erased_files` table records as erased. Such a
 * database may be the wrong one, or may be only partly restored. Tests pass a later time.
 */
export async function sweepFiles(now: number = Date.now()): Promise<void> {
  const laterMs = now - Date.now()
  const before = new Date((await readDatabaseTime()) + laterMs - hourMs)
  const startedAt = performance.now()
  for (const place of sweptFolders) await sweepStorageFolder(place, before, startedAt + sweepLimits.walkMs)
  const removed = await removeAbandonedFiles({ laterMs, deadline: startedAt + sweepLimits.runMs })
  if (removed > 0) log.info('deleted files without a row', { removed })
}

/** The clocks of the workers can differ. */
async function readDatabaseTime(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now.getTime()
}

async function sweepStorageFolder(
  place: StorageFolder<{ name: string }>,
  before: Date,
  deadline: number,
): Promise<void> {
  const state = await claimSweep(place.prefix)
  if (!state) return
  const seen = await walkNextNames(place, state, before, deadline)
  const { erased, unknown } = await separateErasedNames(place.prefix, seen.loose)
  const after: SweepState = {
    ...state,
    cursor: seen.last ?? null,
    objects: state.objects + seen.objects,
    names: state.names + seen.names,
    unknown_names: state.unknown_names + unknown.length,
  }
  const isForeign = belongsToOtherDatabase(state, after, seen.isDone)
  if (isForeign)
    log.warn(
      'too many files have no row, so only files recorded as erased are deleted; run npm run admin -- verify',
      { place: place.prefix, names: after.names, without: after.unknown_names },
    )
  const isErased = new Set(erased)
  await announceRemovals(
    place.prefix,
    isForeign ? seen.loose.filter(({ name }) => isErased.has(name)) : seen.loose,
  )
  await saveSweep(after, seen.isDone)
  countVisitedFiles(seen.objects)
}

/** Continues the walk through a folder until this run has done its part, or the folder ends. */
async function walkNextNames(
  place: StorageFolder<{ name: string }>,
  { cursor, last_objects }: SweepState,
  before: Date,
  deadline: number,
): Promise<WalkedNames> {
  const { minObjects, runsPerWalk, looseKeys: maxLooseKeys } = sweepLimits
  // The first walk has no measure, so it goes as far as it gets.
  const quota = last_objects === null ? Infinity : Math.max(minObjects, last_objects / runsPerWalk)
  const total: WalkedNames = { objects: 0, names: 0, loose: [], last: cursor ?? undefined, isDone: false }
  let totalLooseKeys = 0
  let namesPerRange = sweepLimits.firstNamesPerRange
  const isSplit = config.s3 !== undefined && place.prefix === 'media'
  const shouldStop = ({ objects, looseKeys }: { objects: number; looseKeys: number }) =>
    performance.now() > deadline ||
    // Ranges that are listed at the same time are finished, because the next run would list them again.
    (!isSplit && total.objects + objects >= quota) ||
    totalLooseKeys + looseKeys >= maxLooseKeys
  for (;;) {
    const ranges = isSplit
      ? await splitNextNames(total.last, namesPerRange)
      : [total.last === undefined ? {} : { after: total.last }]
    const parts = await Promise.all(ranges.map((range) => walkRange(place, range, before, shouldStop)))
    for (const [nth, part] of parts.entries()) {
      total.objects += part.objects
      total.names += part.names
      total.loose.push(...part.loose)
      totalLooseKeys += part.loose.reduce((sum, { keys }) => sum + keys.length, 0)
      total.last = part.isDone ? (ranges[nth]!.until ?? part.last) : part.last
      // What later ranges have seen is visited again by the next run.
      if (!part.isDone) return total
    }
    if (ranges.at(-1)!.until === undefined) return { ...total, isDone: true }
    if (total.objects >= quota || shouldStop({ objects: 0, looseKeys: 0 })) return total
    namesPerRange = chooseNamesPerRange(total, quota - total.objects)
  }
}

async function separateErasedNames(
  prefix: string,
  loose: LooseFiles[],
): Promise<{ erased: string[]; unknown: string[] }> {
  const names = loose.filter(({ hasRow }) => !hasRow).map(({ name }) => name)
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${names}::text[]) as asked(name)
    join erased_files on erased_files.name = sha256(convert_to(${`${prefix}/`} || asked.name, 'UTF8'))`.execute(
    db,
  )
  const erased = rows.map(({ name }) => name)
  return { erased, unknown: names.filter((name) => !erased.includes(name)) }
}

/**
 * A run that has visited the whole folder is judged by itself. Otherwise both this run and the walk so far are judged,
 * because a database that is too old lacks only the newest names, and a wrong database lacks all of them.
 */
function belongsToOtherDatabase(before: SweepState, after: SweepState, isDone: boolean): boolean {
  const { maxNames, maxFraction, maxNamesOfPart } = normalLeftovers
  if (before.cursor === null && isDone)
    return after.unknown_names > Math.max(maxNames, after.names * maxFraction)
  const ofRun = after.unknown_names - before.unknown_names
  return (
    after.unknown_names > after.names * maxFraction ||
    ofRun > Math.max(maxNamesOfPart, (after.names - before.names) * maxFraction)
  )
}

const rowsPerInsert = 500

/** The files are deleted like those of killed processes, which checks again that no row references them. */
async function announceRemovals(folder: string, loose: LooseFiles[]): Promise<void> {
  const isMedia = folder === 'media'
  const rows = []
  for (const { name, hasRow, areAll, keys } of loose) {
    const owner = `${folder}/${name}`
    if (!isMedia && !sweptFolders.find(({ prefix }) => prefix === folder)!.isCursor(name)) {
      log.warn('a file without a row could not be deleted', { owner, error: 'the name is not an id' })
      continue
    }
    rows.push({ owner, prefixes: !hasRow && areAll ? [owner] : keys, lease_until: leaseUntil(0) })
  }
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await db
      .insertInto('storage_writes')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
}

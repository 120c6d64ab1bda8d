import { sql } from 'kysely'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { leaseUntil, lockStorageOwner } from '#server/platform/storage/storage-writes.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { startsWithUuid } from '#server/platform/uuid.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { listExistingObjects, listObjectsWithPrefix } from '../verify/storage-folders.ts'
import { findSweptFolder } from './swept-folders.ts'
import { countRemovedFiles } from './sweep-metrics.ts'

/** What a sweep has claimed: no transaction can publish these files any more. */
interface Claim {
  owner: string
  ids: string[]
  prefixes: string[]
  /** When the oldest of the rows was written. */
  since: Date
}

interface Removal {
  /** Rows whose lease expires within this time count as expired; tests use this. */
  laterMs?: number
  /** When to stop (`performance.now()`). The next run deletes the other files. */
  deadline?: number
}

const claimSeconds = 600
/** Files are deleted only while the claim is certainly valid. */
const maxRemovalMs = 300_000
const retrySeconds = 600
/** How long a run deletes files, if the caller sets no deadline. */
const maxRunMs = 300_000

/**
 * Deletes the files of processes that have died while they stored or deleted files (`storage_writes`), except those that
 * rows reference.
 */
export async function removeAbandonedFiles({
  laterMs = 0,
  deadline = performance.now() + maxRunMs,
}: Removal = {}): Promise<number> {
  const { rows } = await sql<{ owner: string }>`select owner from storage_writes
    where lease_until < clock_timestamp() + make_interval(secs => ${laterMs / 1000})
    group by owner order by min(lease_until) limit 5000`.execute(db)
  let removed = 0
  const owners = takeUntil(deadline, rows)
  for await (const count of mapConcurrently(owners, ({ owner }) => removeOwnersFiles(owner, laterMs)))
    removed += count
  return removed
}

async function* takeUntil<T>(deadline: number, many: T[]): AsyncGenerator<T> {
  for (const one of many) {
    if (performance.now() > deadline) return
    yield one
  }
}

async function removeOwnersFiles(owner: string, laterMs: number): Promise<number> {
  const claim = await claimRemoval(owner, laterMs)
  if (!claim) return 0
  try {
    const removed = await removeUnreferencedFiles(claim)
    await db.deleteFrom('storage_writes').where('id', 'in', claim.ids).execute()
    if (removed > 0) countRemovedFiles(removed)
    return removed
  } catch (error) {
    log.warn('files without a row could not be deleted', { owner, error: (error as Error).message })
    await postpone(claim)
    return 0
  }
}

/**
 * Claims all expired rows of an owner. Returns null if the owner has other rows, because another process is storing or
 * deleting files. A process that renews its lease at the same time locks its row, so either it or the claim wins.
 */
async function claimRemoval(owner: string, laterMs: number): Promise<Claim | null> {
  return transaction(async (tx) => {
    await lockStorageOwner(tx, owner)
    const { rows } = await sql<{ id: string; prefixes: string[]; created_at: Date }>`update storage_writes
      set is_removal = true, lease_until = ${leaseUntil(claimSeconds)}
      where owner = ${owner} and lease_until < clock_timestamp() + make_interval(secs => ${laterMs / 1000})
      returning id, prefixes, created_at`.execute(tx)
    const { rows: all } = await sql`select from storage_writes where owner = ${owner}`.execute(tx)
    if (rows.length === 0) return null
    if (all.length > rows.length) throw new OwnerIsBusyError()
    return {
      owner,
      ids: rows.map(({ id }) => id),
      prefixes: rows.flatMap(({ prefixes }) => prefixes),
      since: new Date(Math.min(...rows.map(({ created_at }) => created_at.getTime()))),
    }
  }).catch((error: unknown) => {
    if (error instanceof OwnerIsBusyError) return null
    throw error
  })
}

class OwnerIsBusyError extends Error {}

/** Returns the number of deleted files. The files of deleted items are left to the job that erases the whole folder. */
async function removeUnreferencedFiles({ owner, prefixes }: Claim): Promise<number> {
  const startedAt = performance.now()
  const { place, name } = findSweptFolder(owner)
  if (place.prefix !== 'media' && !startsWithUuid(name))
    throw new Error('the folder name does not start with an id')
  const files = await listFilesOf(owner, prefixes)
  // The row is read after the claim, so it shows everything that was published.
  const { rows } = await place.rows(db, name).execute(db)
  const [row] = rows
  const loose = new Set(place.unreferencedKeys(row, files, everyAge))
  if (!row) await place.removeLeftovers?.(name)
  for (const prefix of findRemovablePrefixes(prefixes, files, loose)) {
    if (performance.now() - startedAt > maxRemovalMs) throw new Error('the removal takes too long')
    await storage.remove(prefix)
  }
  return loose.size
}

const everyAge = new Date(8.64e15)

/** A prefix whose files are all unreferenced is removed with one call, because a bucket deletes 1000 files at once. */
function findRemovablePrefixes(prefixes: string[], files: ListedObject[], loose: Set<string>): string[] {
  const keys = files.map(({ key }) => key)
  const whole = prefixes.filter((prefix) => {
    const below = keys.filter((key) => key === prefix || key.startsWith(`${prefix}/`))
    return below.length > 0 && below.every((key) => loose.has(key))
  })
  const rest = [...loose].filter(
    (key) => !whole.some((prefix) => key === prefix || key.startsWith(`${prefix}/`)),
  )
  return [...whole, ...rest]
}

/** Lists the files with these prefixes. Killed processes also leave temporary files that have a longer name. */
async function listFilesOf(owner: string, prefixes: string[]): Promise<ListedObject[]> {
  const { place } = findSweptFolder(owner)
  if (prefixes.length > 8 && place.hasFolderPerName) {
    const all = await listObjectsWithPrefix(owner)
    return all.filter(({ key }) => prefixes.some((prefix) => hasPrefix(key, prefix)))
  }
  const found = new Map<string, ListedObject>()
  for (const prefix of prefixes) {
    const isFolder = place.hasFolderPerName && prefix === owner
    const files = isFolder ? await listObjectsWithPrefix(prefix) : await listBeside(prefix)
    for (const file of files) found.set(file.key, file)
  }
  return [...found.values()]
}

async function listBeside(prefix: string): Promise<ListedObject[]> {
  const files = await listExistingObjects([prefix])
  const folder = prefix.slice(0, prefix.lastIndexOf('/'))
  for await (const file of storage.walk(folder, { after: prefix })) {
    if (!file.key.startsWith(prefix)) break
    if (hasPrefix(file.key, prefix)) files.push(file)
  }
  return files
}

function hasPrefix(key: string, prefix: string): boolean {
  return key === prefix || key.startsWith(`${prefix}/`) || key.startsWith(`${prefix}.`)
}

/**
 * Replaces the claimed rows with a new one, so that the next run tries again. The claimed rows must not come back,
 * because their processes could then publish files that were deleted.
 */
async function postpone({ owner, ids, prefixes, since }: Claim): Promise<void> {
  await transaction(async (tx) => {
    await tx.deleteFrom('storage_writes').where('id', 'in', ids).execute()
    await tx
      .insertInto('storage_writes')
      .values({
        owner,
        prefixes: [...new Set(prefixes)],
        lease_until: leaseUntil(retrySeconds),
        created_at: since,
      })
      .execute()
  })
}

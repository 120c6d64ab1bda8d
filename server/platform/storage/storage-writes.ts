import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, type Tx, transaction } from '../db/db.ts'
import { log } from '../log.ts'
import { storage } from './storage.ts'
import { StorageUnavailableError } from './storage-errors.ts'

/*
 * Every group of objects is announced with a row in `storage_writes` before the first object is stored. The
 * transaction that makes the objects reachable deletes the row. If the process dies in between, the row remains, and
 * `sweep-storage-writes` deletes the objects without listing the storage (operations/sweep/).
 *
 * Objects that are needed are never deleted, because the publishing transaction and the sweep both lock the row: the
 * sweep deletes objects only after it has claimed the row, and no transaction can publish objects of a claimed row. The
 * database decides whether a lease has expired, so the clocks of the workers do not matter.
 */

/** How long a process that does not renew its lease counts as alive. */
const leaseSeconds = 600
const renewalMs = 60_000

/** After a failure, requests that have timed out can still store objects, so the sweep waits for this time. */
const abandonedLeaseSeconds = 120

/**
 * Thrown if the sweep has deleted the objects of a write, because its process did not renew the lease. The caller must
 * not publish them.
 */
class StaleStorageWriteError extends Error {
  override name = 'StaleStorageWriteError'
}

export interface StorageWrite {
  /**
   * Must be called in the transaction that makes the objects reachable. Throws if the objects were deleted in the
   * meantime.
   */
  complete(tx: Tx): Promise<void>
}

interface StoredObjects {
  /** The folder of the item, person, upload or data export (a name in `server/operations/verify/`). */
  owner: string
  /** The keys of all objects, or prefixes of them that end before a slash or a dot. */
  prefixes: string[]
}

/**
 * Announces objects and runs `work`, which stores them and publishes them. If `work` fails, the sweep deletes the
 * objects that are not reachable. Must not be called in a transaction.
 */
export async function withStorageWrite<T>(
  objects: StoredObjects,
  work: (write: StorageWrite) => Promise<T>,
): Promise<T> {
  const id = await announce(objects)
  const timer = setInterval(() => void renew(id).catch(() => {}), renewalMs)
  try {
    return await work({ complete: (tx) => complete(tx, id) })
  } catch (error) {
    await abandon(id, objects).catch((failure: Error) =>
      log.warn('a storage write could not be given up; its lease will expire', { error: failure.message }),
    )
    throw error
  } finally {
    clearInterval(timer)
  }
}

const maxWaitMs = 10_000

/** While the sweep deletes files of the same owner, waits. The same key could be stored again. */
async function announce({ owner, prefixes }: StoredObjects): Promise<string> {
  for (const until = performance.now() + maxWaitMs; performance.now() < until; await pause(100)) {
    const row = await transaction(async (tx) => {
      await lockStorageOwner(tx, owner)
      if (await hasStorageRemoval(tx, owner)) return undefined
      return tx
        .insertInto('storage_writes')
        .values({ owner, prefixes, lease_until: leaseUntil(leaseSeconds) })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    if (row) return row.id
  }
  throw new StorageUnavailableError('files of the same owner are being deleted')
}

/** Until the transaction ends, no other transaction announces a write of this owner or claims one for removal. */
export async function lockStorageOwner(tx: Tx, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 7279))`.execute(tx)
}

async function hasStorageRemoval(tx: Tx, owner: string): Promise<boolean> {
  const row = await tx
    .selectFrom('storage_writes')
    .select('id')
    .where('owner', '=', owner)
    .where('is_removal', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

async function renew(id: string): Promise<void> {
  await db
    .updateTable('storage_writes')
    .set({ lease_until: leaseUntil(leaseSeconds) })
    .where('id', '=', id)
    .where('is_removal', '=', false)
    .execute()
}

async function complete(tx: Tx, id: string): Promise<void> {
  const row = await tx
    .deleteFrom('storage_writes')
    .where('id', '=', id)
    .where('is_removal', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new StaleStorageWriteError('the stored files were deleted, because their lease had expired')
}

/**
 * Leaves the objects to the sweep. If the sweep has already deleted them, or is deleting them, it looks for them again,
 * because this process may have stored more of them.
 */
async function abandon(id: string, { owner, prefixes }: StoredObjects): Promise<void> {
  const lease_until = leaseUntil(abandonedLeaseSeconds)
  const own = await db
    .updateTable('storage_writes')
    .set({ lease_until })
    .where('id', '=', id)
    .where('is_removal', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!own) await db.insertInto('storage_writes').values({ owner, prefixes, lease_until }).execute()
}

/**
 * Announces in the caller's transaction that objects are no longer needed. The caller deletes them after the
 * transaction and then calls `forgetRemoval`. If the process dies in between, the sweep deletes them, unless a row
 * still refers to them. `afterSeconds` is when the sweep looks for them at the earliest.
 */
export async function announceRemoval(
  tx: Tx,
  { owner, prefixes }: StoredObjects,
  afterSeconds = abandonedLeaseSeconds,
): Promise<string> {
  const { id } = await tx
    .insertInto('storage_writes')
    .values({ owner, prefixes, lease_until: leaseUntil(afterSeconds) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function forgetRemoval(id: string): Promise<void> {
  await db.deleteFrom('storage_writes').where('id', '=', id).where('is_removal', '=', false).execute()
}

/** A file whose removal was announced in a transaction. */
export interface AnnouncedFile {
  key: string
  removal: string
}

/** Announces in the caller's transaction that files are no longer needed. */
export async function announceFileRemovals(
  tx: Tx,
  files: readonly { owner: string; key: string }[],
): Promise<AnnouncedFile[]> {
  const announced: AnnouncedFile[] = []
  for (const { owner, key } of files)
    announced.push({ key, removal: await announceRemoval(tx, { owner, prefixes: [key] }) })
  return announced
}

/** Deletes announced files after the transaction. If this fails, the sweep deletes them. */
export async function removeAnnouncedFiles(files: readonly AnnouncedFile[]): Promise<void> {
  for (const { key, removal } of files)
    try {
      await storage.remove(key)
      await forgetRemoval(removal)
    } catch (error) {
      log.warn('a file could not be deleted, left for the sweep', { key, error: (error as Error).message })
    }
}

/** A time on the database's clock. */
export function leaseUntil(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}

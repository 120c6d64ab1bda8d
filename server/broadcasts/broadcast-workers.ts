import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Tx } from '#server/platform/db/db.ts'

/** A worker counts as running for this many seconds after its last heartbeat. */
const workerTimeoutSeconds = 15

/** Records that this worker can package `capacity` broadcasts at the same time. */
export async function recordWorkerCapacity(workerId: string, capacity: number): Promise<void> {
  await sql`insert into broadcast_workers (id, capacity, seen_at) values (${workerId}, ${capacity}, now())
    on conflict (id) do update set capacity = excluded.capacity, seen_at = excluded.seen_at`.execute(db)
}

export async function removeWorker(workerId: string): Promise<void> {
  await db.deleteFrom('broadcast_workers').where('id', '=', workerId).execute()
}

/** Removes the rows of workers that have died. */
export async function removeDeadWorkers(): Promise<void> {
  await sql`delete from broadcast_workers
    where seen_at < now() - make_interval(secs => ${10 * workerTimeoutSeconds})`.execute(db)
}

/**
 * Throws `broadcast_no_capacity` if the running workers cannot package another broadcast. Two concurrent
 * requests can both pass this check when a worker has only one free slot. The second broadcast is then
 * packaged only when another broadcast ends.
 */
export async function assertWorkerAvailable(tx: Tx): Promise<void> {
  const { rows } = await sql<{ free: number }>`select
      (select coalesce(sum(capacity), 0) from broadcast_workers
        where seen_at > now() - make_interval(secs => ${workerTimeoutSeconds}))::int
      - (select count(*) from broadcasts where state <> 'ended')::int as free`.execute(tx)
  if (rows[0]!.free <= 0) throw new ApiError('broadcast_no_capacity')
}

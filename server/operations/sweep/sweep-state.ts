import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { leaseUntil } from '#server/platform/storage/storage-writes.ts'

/** How far the sweep of a folder is. `fence` identifies the process that has claimed the folder. */
export interface SweepState {
  folder: string
  fence: number
  /** The last name that was visited, or null at the beginning of a walk. */
  cursor: string | null
  /** What the current walk has seen so far. */
  objects: number
  names: number
  unknown_names: number
  /** The number of objects that the last complete walk has seen, or null before the first one. */
  last_objects: number | null
}

const leaseSeconds = 600

/** Claims a folder. Returns null while another process sweeps it. */
export async function claimSweep(folder: string): Promise<SweepState | null> {
  await db
    .insertInto('storage_sweeps')
    .values({ folder })
    .onConflict((row) => row.doNothing())
    .execute()
  const row = await db
    .updateTable('storage_sweeps')
    .set({ lease_until: leaseUntil(leaseSeconds), fence: sql<number>`fence + 1` })
    .set({ started_at: sql<Date>`case when cursor is null then clock_timestamp() else started_at end` })
    .where('folder', '=', folder)
    .where(sql<boolean>`lease_until < clock_timestamp()`)
    .returning(['folder', 'fence', 'cursor', 'objects', 'names', 'unknown_names', 'last_objects'])
    .executeTakeFirst()
  return row ?? null
}

/** Saves the progress of a claimed folder and releases it. If `isWhole`, the next run starts a new walk. */
export async function saveSweep(state: SweepState, isWhole: boolean): Promise<void> {
  const { cursor, objects, names, unknown_names } = state
  await db
    .updateTable('storage_sweeps')
    .set(
      isWhole
        ? { cursor: null, objects: 0, names: 0, unknown_names: 0, last_objects: objects }
        : { cursor, objects, names, unknown_names },
    )
    .set({ lease_until: sql<Date>`'-infinity'` })
    .$if(isWhole, (row) => row.set({ last_finished_at: sql<Date>`clock_timestamp()` }))
    .where('folder', '=', state.folder)
    .where('fence', '=', state.fence)
    .execute()
}

import { dataExportLimits } from '#contract/limits.ts'
import { type DataExport, dataExportPath } from '#contract/privacy/data-export.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enqueue, defineJob } from '#server/platform/queue/queue.ts'

export const dataExportJob = defineJob<{ exportId: string }>('make-export', {
  retryLimit: 5,
  retryDelay: 30,
  retryDelayMax: 1800,
})

/**
 * Requests an export of the viewer's data. If the newest export is still being built or was finished
 * recently, returns that export instead of starting another one.
 */
export function requestOwnDataExport(viewer: Member): Promise<{ export: DataExport }> {
  return transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', viewer.id).forUpdate().execute()
    const known = await findNewestExport(tx, viewer.id)
    return { export: known && isRecentExport(known) ? known : await startExport(tx, viewer.id) }
  })
}

async function startExport(tx: Tx, userId: string): Promise<DataExport> {
  const { id } = await tx
    .insertInto('data_exports')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, dataExportJob, { exportId: id })
  return (await findNewestExport(tx, userId))!
}

function isRecentExport({ ready_at }: DataExport): boolean {
  return ready_at === null || Date.parse(ready_at) > Date.now() - dataExportLimits.cooldownMinutes * 60_000
}

export async function loadOwnDataExport(viewer: Member): Promise<{ export: DataExport | null }> {
  return { export: await findNewestExport(db, viewer.id) }
}

/** Returns the newest export, finished or not. Expired exports are ignored. */
async function findNewestExport(on: Tx | typeof db, userId: string): Promise<DataExport | null> {
  const row = await on
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    requested_at: row.requested_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes,
    url: row.ready_at ? dataExportPath(row.id) : null,
  }
}

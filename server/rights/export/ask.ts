import { exporting } from '#contract/limits.ts'
import { type Export, exportFile } from '#contract/rights.ts'
import { db, type Tx, transaction } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { enqueue, job } from '../../platform/queue.ts'

export const makeExport = job<{ exportId: string }>('make-export', {
  retryLimit: 5,
  retryDelay: 30,
  retryDelayMax: 1800,
})

/** Asks for a copy of one's own data. One is made at a time, and one that is fresh is not made again. */
export function ask(viewer: Member): Promise<{ export: Export }> {
  return transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', viewer.id).forUpdate().execute()
    const known = await newest(tx, viewer.id)
    return { export: known && isFresh(known) ? known : await begin(tx, viewer.id) }
  })
}

async function begin(tx: Tx, userId: string): Promise<Export> {
  const { id } = await tx
    .insertInto('exports')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, makeExport, { exportId: id })
  return (await newest(tx, userId))!
}

function isFresh({ ready_at }: Export): boolean {
  return ready_at === null || Date.parse(ready_at) > Date.now() - exporting.againAfterMinutes * 60_000
}

export async function exportOf(viewer: Member): Promise<{ export: Export | null }> {
  return { export: await newest(db, viewer.id) }
}

/** While a new one is being made, that one. What has expired is as good as gone. */
async function newest(on: Tx | typeof db, userId: string): Promise<Export | null> {
  const row = await on
    .selectFrom('exports')
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
    url: row.ready_at ? exportFile(row.id) : null,
  }
}

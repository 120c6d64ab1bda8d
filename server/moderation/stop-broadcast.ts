import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { endBroadcast } from '#server/broadcasts/end-broadcast.ts'
import { transaction } from '../platform/db/db.ts'
import { writeAuditEntry } from './audit/audit-log.ts'
import type { StaffViewer } from './staff/staff-viewer.ts'

/**
 * Ends a broadcast at once. The part that viewers have not seen yet is never shown to them. The creator is
 * told the reason. Stopping a broadcast again changes nothing and logs nothing.
 */
export async function stopMemberBroadcast(
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<undefined> {
  await transaction(async (tx) => {
    const item = await selectItemsWithoutAccessCheck(tx)
      .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
      .select('content.id')
      .where('content.id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!item) throw new ApiError('not_found')
    if (!(await endBroadcast(tx, id, 'moderator', { isCut: true, detail: reason }))) return
    await writeAuditEntry(tx, {
      action: 'stop_broadcast',
      actor: viewer.id,
      subject: { kind: 'content', id },
    })
  })
}

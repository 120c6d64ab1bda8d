import { ApiError } from '#contract/errors/api-error.ts'
import { transaction } from '../platform/db/db.ts'
import { anonymousViewer } from '../platform/http/viewer.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { writeAuditEntry } from './audit/audit-log.ts'
import type { StaffViewer } from './staff/staff-viewer.ts'

/**
 * Features or unfeatures a video. A video can be featured only if anonymous visitors can find it. The
 * function is idempotent: a repeated call changes nothing and logs nothing. The operator's commands have no actor.
 */
export async function setContentFeatured(
  actor: Pick<StaffViewer, 'id'> | { id: null },
  id: string,
  is_featured: boolean,
): Promise<undefined> {
  await transaction(async (tx) => {
    const item = await selectListedItems(anonymousViewer, tx)
      .select(['content.id', 'content.is_featured'])
      .where('content.id', '=', id)
      .forUpdate('content')
      .executeTakeFirst()
    if (!item) throw new ApiError('not_found')
    if (item.is_featured === is_featured) return
    await tx.updateTable('content').set({ is_featured }).where('id', '=', id).execute()
    const subject = { kind: 'content', id }
    await writeAuditEntry(tx, { action: is_featured ? 'feature' : 'unfeature', actor: actor.id, subject })
  })
}

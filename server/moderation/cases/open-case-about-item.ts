import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsForConsole } from '#server/access-policy/content-queries.ts'
import { transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import { requireAccessibleCase } from './case-access.ts'
import { openModerationCase } from './open-case.ts'

/** The priority of cases that staff open without a report. */
const staffCasePriority = 2

/**
 * Opens a case about an item, or returns the case that is already open. Throws `not_found` if the staff member
 * could not see the case, for example because the item is their own. Nothing is then opened.
 */
export async function openCaseAboutItem(viewer: StaffViewer, id: string): Promise<{ case_id: string }> {
  return transaction(async (tx) => {
    const item = await selectItemsForConsole(viewer, tx)
      .select(['content.id', 'content.user_id'])
      .where('content.id', '=', id)
      .executeTakeFirst()
    if (!item) throw new ApiError('not_found')
    const { id: case_id, isNew } = await openModerationCase(tx, {
      subject: 'content',
      contentId: id,
      userId: item.user_id,
      priority: staffCasePriority,
    })
    await requireAccessibleCase(viewer, case_id, tx)
    const subject = { kind: 'content', id }
    if (isNew)
      await writeAuditEntry(tx, {
        action: 'open case',
        actor: viewer.id,
        subject,
        details: { case: case_id },
      })
    return { case_id }
  })
}

import type { ContactMessage } from '#contract/contact/contact-inbox.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import type { StaffViewer } from '#server/moderation/staff/staff-viewer.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { loadContactMessage } from './contact-message.ts'

/** Returns a message with the sender's address, and logs who has read it. */
export function readContactMessage(viewer: StaffViewer, id: string): Promise<ContactMessage> {
  return transaction(async (tx) => {
    await enforceCrossProcessRateLimit(tx, 'staffLookups', viewer.id)
    const message = await loadContactMessage(id, tx)
    const subject = { kind: 'message', id }
    await writeAuditEntry(tx, { action: 'read contact message', actor: viewer.id, subject })
    return message
  })
}

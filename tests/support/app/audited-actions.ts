import { pseudonymizeForAuditLog } from '#server/moderation/audit/audit-log.ts'
import { db } from '#server/platform/db/db.ts'

/** Returns the actions of the audit log about the subject with this id, oldest first, and who acted. */
export async function listAuditedActions(id: string): Promise<[action: string, actor: string][]> {
  const pseudonym = pseudonymizeForAuditLog(id)
  const rows = await db.selectFrom('audit_log').select('entry').orderBy('id').execute()
  return rows
    .map(({ entry }) => JSON.parse(entry) as { did: string; actor: string; subject?: string })
    .filter(({ subject }) => subject?.endsWith(` ${pseudonym}`))
    .map(({ did, actor }) => [did, actor])
}

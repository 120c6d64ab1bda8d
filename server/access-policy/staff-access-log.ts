import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/**
 * Logs that a staff member viewed content that staff can access only through a case. The log contains an
 * entry for every time a staff member views a case, but access to the media of the case is logged at most
 * once every ten minutes.
 */
export async function logStaffAccess(
  staffId: string,
  caseId: string,
  resource: 'case' | 'media',
): Promise<void> {
  await sql`insert into staff_access_log (staff_id, case_id, resource)
    select ${staffId}, ${caseId}, ${resource} where ${resource} = 'case' or not exists (select from staff_access_log
      where staff_id = ${staffId} and case_id = ${caseId} and resource = 'media'
      and accessed_at > now() - interval '10 minutes')`.execute(db)
}

import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import { runQuery } from './run-query.ts'

/**
 * Gives the account with this email a staff role, a confirmed address and a second factor, for tests whose site runs in
 * another process. The role takes effect at once, in the sessions that the member already has.
 */
export async function promoteStaff(databaseUrl: string, email: string, role: StaffRole): Promise<void> {
  await runQuery(
    databaseUrl,
    `with promoted as (update users set role = $1, email_verified = true where email = $2 returning id)
      insert into second_factors (user_id, secret, confirmed_at) select id, 'no secret', now() from promoted`,
    [role, email],
  )
}

import { maxSanctionDays } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { db } from '#server/platform/db/db.ts'
import { requireConsoleViewer } from '../console-viewer.ts'
import { sanctionPerson } from './sanction-person.ts'

type CommandResult = { text: string; isSuccess: boolean }

/**
 * Suspends the account with this email in the name of an admin or safety lead, because every decision has an author who
 * does not decide the appeal. Returns a message for the operator.
 */
export async function suspendByOperator(
  email: string,
  days: number,
  staffEmail: string,
): Promise<CommandResult> {
  if (!Number.isInteger(days) || days < 1 || days > maxSanctionDays.admin)
    return { text: `Give the number of days, from 1 to ${maxSanctionDays.admin}.`, isSuccess: false }
  const [id, staffId] = await Promise.all([findAccount(email), findAccount(staffEmail)])
  if (!id) return { text: `No account has the email ${email}.`, isSuccess: false }
  const staff = staffId && (await loadMemberById(staffId))
  try {
    const viewer = requireConsoleViewer(staff || { kind: 'anonymous' })
    await sanctionPerson(viewer, id, { action: 'suspend', rule: 'other', facts: '', days })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found' || error.code === 'second_factor_required')
      return {
        text: `${staffEmail} cannot suspend accounts, because it does not belong to an admin or safety lead with a second factor.`,
        isSuccess: false,
      }
    return { text: error.message, isSuccess: false }
  }
  return { text: `${email} is suspended for ${days} days. They can appeal.`, isSuccess: true }
}

async function findAccount(email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id
}
